import { grantToken, revokeToken } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import { type Route, route } from '../../http/route.ts'
import type { Revoke } from './revoke.ts'
import type { Tokens } from './tokens.ts'

/** No limit on calls here: nobody guesses 256 bits, and many people may share one address. */
export function tokenRoutes({ tokens, revoke }: { tokens: Tokens; revoke: Revoke }): Route[] {
  return [
    route(grantToken, {}, ({ body, caller }) => {
      if (body.grant_type === 'refresh_token') return tokens.refresh(body.refresh_token, caller)
      throw new ServiceError('invalid_request', {
        description: `no ${body.grant_type} grants here`,
      })
    }),
    route(revokeToken, {}, async ({ body, caller }) => {
      await revoke({ token: body.token, hint: body.token_type_hint }, caller)
      return {}
    }),
  ]
}
