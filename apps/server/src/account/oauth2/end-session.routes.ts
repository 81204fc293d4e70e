import { startSignOut, startSignOutByForm } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { StartEndSession } from './end-session.ts'
import { replyOAuthError } from './oauth-error.ts'

export function endSessionRoutes({ start }: { start: StartEndSession }): Route[] {
  const routes = [
    route(startSignOut, {}, async ({ query, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(query), 303),
    ),
    route(startSignOutByForm, {}, async ({ body, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(body), 303),
    ),
  ]
  return routes.map((each) => ({ ...each, replyError: replyOAuthError }))
}
