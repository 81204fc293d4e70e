import { inspectSignOut, signOut as signOutEndpoint } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { toAppInfo } from '../apps/to-app-info.ts'
import type { SignOut } from './sign-out.ts'

export function signOutRoutes({ signOut }: { signOut: SignOut }): Route[] {
  return [
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
