import { carriesMessage, isServiceError } from '@awan/protocol/errors'
import type { PlainTextKey } from '../../i18n/keys.ts'

/** What can be wrong with six digits, in the words of every screen that asks for them. */
export type CodeProblem = Extract<PlainTextKey, `verify.code.${string}` | 'error.tooMany'>

/** Nothing for what is said better otherwise; ERR-2: by the server itself, if it does. */
export function explainCode(error: unknown): CodeProblem | undefined {
  if (isServiceError(error) && carriesMessage(error)) return undefined
  if (isServiceError(error, 'invalid_verification_code', 'invalid_two_factor')) {
    return 'verify.code.wrong'
  }
  if (isServiceError(error, 'expired_verification_code', 'not_found')) return 'verify.code.expired'
  if (isServiceError(error, 'user_not_exist')) return 'verify.code.noAccount'
  return isServiceError(error, 'resource_exhausted') ? 'error.tooMany' : undefined
}
