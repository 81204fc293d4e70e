import { ServiceError } from '@awan/protocol/errors'

/** Says nothing about any account: the challenge is judged before the passkey is looked at. */
export function staleChallenge(): ServiceError {
  return new ServiceError('expired_token', {
    description:
      'the challenge is expired, was used, or was not issued by this server; request new options',
  })
}
