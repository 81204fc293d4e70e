import { isServiceError } from '@awan/protocol/errors'

export function explainCode(error: unknown) {
  if (isServiceError(error, 'invalid_verification_code', 'invalid_two_factor')) {
    return 'sudo.code.wrong'
  }
  if (isServiceError(error, 'expired_verification_code', 'not_found')) return 'sudo.code.expired'
  return isServiceError(error, 'resource_exhausted') ? 'error.tooMany' : undefined
}
