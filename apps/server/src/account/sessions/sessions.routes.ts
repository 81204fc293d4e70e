import { endOtherSessions, endSession, listSessions } from '@awan/protocol/account'
import { type Route, route } from '../../http/route.ts'
import type { OwnSessions } from './own-sessions.ts'

export function sessionRoutes({ ownSessions }: { ownSessions: OwnSessions }): Route[] {
  return [
    route(listSessions, { scope: 'user' }, async ({ user }) => {
      const data = await ownSessions.list(user)
      return { total: data.length, data }
    }),
    // No sudo: a person who finds a stranger in the list must be quick, and ending a session does no harm.
    route(endSession, { scope: 'user' }, async ({ params, user, caller }) => {
      await ownSessions.end(params.id, user, caller)
      return {}
    }),
    route(endOtherSessions, { scope: 'user' }, async ({ user, caller }) => ({
      ended: await ownSessions.endOthers(user, caller),
    })),
  ]
}
