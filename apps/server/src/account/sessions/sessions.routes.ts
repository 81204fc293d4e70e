import {
  endOtherSessions,
  endSession,
  inspectSignOut,
  listSessions,
  signOut as signOutEndpoint,
} from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { toAppInfo } from '../authorize/to-app-info.ts'
import type { OwnSessions } from './own-sessions.ts'
import type { SignOut } from './sign-out.ts'

export function sessionRoutes({
  ownSessions,
  signOut,
}: {
  ownSessions: OwnSessions
  signOut: SignOut
}): Route[] {
  return [
    route(listSessions, { scope: 'user' }, async ({ user }) => {
      const data = await ownSessions.list(user)
      return { total: data.length, data }
    }),
    // No sudo: whoever finds a stranger in the list must be quick, and ending does no harm.
    route(endSession, { scope: 'user' }, async ({ params, user, caller }) => {
      await ownSessions.end(params.id, user, caller)
      return {}
    }),
    route(endOtherSessions, { scope: 'user' }, async ({ user, caller }) => ({
      ended: await ownSessions.endOthers(user, caller),
    })),
    // Without a scope: any app may give its own session up.
    route(signOutEndpoint, { user: true, beforeTwoFactor: true }, ({ body, user, caller }) =>
      signOut.end(body, user, caller),
    ),
    route(inspectSignOut, { user: 'optional' }, async ({ body }) => {
      const { client, redirectUri } = await signOut.inspect(body.request)
      return {
        ...(client && { client: toAppInfo(client) }),
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      }
    }),
  ]
}
