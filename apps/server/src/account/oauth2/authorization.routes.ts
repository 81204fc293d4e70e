import { startAuthorization, startAuthorizationByForm } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { StartAuthorization } from './authorization.ts'
import { refuseOnPage } from './refuse-on-page.ts'

export function authorizationRoutes({
  start,
  publicUrl,
}: {
  start: StartAuthorization
  publicUrl: string
}): Route[] {
  const routes = [
    route(startAuthorization, {}, async ({ query, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(query), 303),
    ),
    route(startAuthorizationByForm, {}, async ({ body, reply }) =>
      reply.header('cache-control', 'no-store').redirect(await start(body), 303),
    ),
  ]
  return routes.map((each) => ({ ...each, replyError: refuseOnPage(`${publicUrl}/authorize`) }))
}
