import { grantSudo } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { type Route, route } from '../../http/route.ts'
import type { Sudo, SudoProof } from './sudo.ts'

export function sudoRoutes({ sudo }: { sudo: Sudo }): Route[] {
  return [
    route(grantSudo, { user: true }, async ({ body, user, caller }) => {
      const { token, expiresIn } = await sudo.grant(readProof(body), user, caller)
      return { sudo_token: token, expires_in: expiresIn }
    }),
  ]
}

function readProof(body: {
  password?: string | undefined
  verification_token?: string | undefined
}): SudoProof {
  const { password, verification_token: verificationToken } = body
  if (password !== undefined && verificationToken === undefined) return { password }
  if (verificationToken !== undefined && password === undefined) return { verificationToken }
  throw new ServiceError('invalid_argument', {
    description: 'give either password or verification_token',
  })
}
