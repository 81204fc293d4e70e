import { ServiceError } from '@awan/protocol/errors'

/** Says nothing about any account: the challenge is judged before the passkey is looked at. */
export function staleChallenge(): ServiceError {
  return new ServiceError('expired_token', {
    description: 'the challenge is too old, was used before, or is not ours; ask for new options',
  })
}
