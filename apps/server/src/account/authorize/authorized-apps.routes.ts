import { listAuthorizedApps, revokeAuthorizedApp } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import { toAppInfo } from '../apps/to-app-info.ts'
import type { AuthorizedApps } from './authorized-apps.ts'

export function authorizedAppRoutes({ apps }: { apps: AuthorizedApps }): Route[] {
  return [
    route(listAuthorizedApps, { user: true }, async ({ user }) => {
      const data = (await apps.list(user.sub)).map(({ grant, client }) => ({
        client: toAppInfo(client),
        scope: grant.scope,
        created_at: new Date(grant.created_at).toISOString(),
        last_used_at: new Date(grant.last_used_at).toISOString(),
      }))
      return { total: data.length, data }
    }),

    route(revokeAuthorizedApp, { user: true }, async ({ params, user, caller }) => {
      await apps.revoke(params.client_id, user, caller)
      return {}
    }),
  ]
}
