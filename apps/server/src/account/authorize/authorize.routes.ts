import { resolveLocale } from '@awan/protocol'
import { authorizeApp, detectAuthorization, getAuthorizeInfo } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { describeScope } from '../apps/scope-texts.ts'
import { toAppInfo } from '../apps/to-app-info.ts'
import type { Authorize } from './authorize.ts'

/** Each is a code and an entry of the history. */
const GRANTS = [{ by: 'user', points: 300, perSeconds: 600 }] as const

/** CAL-30 to CAL-32. `client_id` is the app that asks; the bearer token says who is asked. */
export function authorizeRoutes({
  authorize,
  publicUrl,
}: {
  authorize: Authorize
  publicUrl: string
}): Route[] {
  return [
    route(authorizeApp, { user: true, limits: GRANTS }, async ({ body, user, caller }) => {
      const { code, expiresIn, redirectTo } = await authorize.decide(
        {
          clientId: body.client_id,
          redirectUri: body.redirect_uri,
          responseType: body.response_type,
          scope: body.scope,
          state: body.state,
          nonce: body.nonce,
          codeChallenge: body.code_challenge,
          codeChallengeMethod: body.code_challenge_method,
          signOutUri: body.sign_out_uri,
          maxAgeSeconds: body.max_age,
          approve: body.approve,
        },
        user,
        caller,
      )
      return {
        ...(code !== undefined && { code, expires_in: expiresIn }),
        ...(body.state !== undefined && { state: body.state }),
        iss: publicUrl,
        redirect_to: redirectTo,
      }
    }),

    route(getAuthorizeInfo, { user: 'optional' }, async ({ query, caller }) => {
      const { client, scope } = await authorize.inspect({
        clientId: query.client_id,
        ...(query.redirect_uri !== undefined && { redirectUri: query.redirect_uri }),
        responseType: query.response_type,
        scope: query.scope,
        signOutUri: query.sign_out_uri,
      })
      const locale = resolveLocale(query.locale ?? caller.locale ?? 'en')
      return { client: toAppInfo(client), scopes: describeScope(scope, locale) }
    }),

    // What a person must still do is told once the redirect URI is known to be the app's: the page sends it there.
    route(detectAuthorization, { user: 'optional', beforeTwoFactor: true }, async (call) => {
      const { query, user } = call
      await authorize.detect(
        {
          clientId: query.client_id,
          ...(query.redirect_uri !== undefined && { redirectUri: query.redirect_uri }),
          scope: query.scope,
          signOutUri: query.sign_out_uri,
          maxAgeSeconds: query.max_age,
        },
        user,
      )
      // A code needs a challenge, which this call does not carry; the page asks for one right away.
      return {}
    }),
  ]
}
