import { startSignOut, startSignOutByForm } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { StartEndSession } from './end-session.ts'
import { refuseOnPage } from './refuse-on-page.ts'

export function endSessionRoutes({
  start,
  publicUrl,
}: {
  start: StartEndSession
  publicUrl: string
}): Route[] {
  const routes = [
    route(startSignOut, {}, async ({ query, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(query), 303),
    ),
    route(startSignOutByForm, {}, async ({ body, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(body), 303),
    ),
  ]
  return routes.map((each) => ({ ...each, replyError: refuseOnPage(`${publicUrl}/sign-out`) }))
}
