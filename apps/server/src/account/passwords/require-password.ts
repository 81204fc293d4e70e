import { ServiceError } from '@awan/protocol/errors'

/** The wire also allows a verified code in place of the password; here only the password is taken. */
export function requirePassword(body: {
  password?: string | undefined
  verification_token?: string | undefined
}): string {
  if (body.password !== undefined) return body.password
  const description =
    body.verification_token === undefined ? 'password is missing' : 'only a password is taken here'
  throw new ServiceError('invalid_argument', { description })
}
