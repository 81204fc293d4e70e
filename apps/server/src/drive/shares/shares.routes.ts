import {
  changeGrant,
  createGrant,
  leaveShare,
  listGrants,
  listLosses,
  listSharedByMe,
  listSharedWithMe,
  nameShare,
  revokeGrant,
  suggestGrantees,
} from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { SharedLists } from './shared-lists.ts'
import type { Shares } from './shares.ts'
import type { SuggestGrantees } from './suggest-grantees.ts'

export function shareRoutes(shares: Shares): DriveRoute[] {
  return [
    driveRoute(listGrants, 'share', ({ access, params }) => shares.list(access, params.id), {
      changes: false,
      forPeople: true,
    }),
    driveRoute(
      createGrant,
      'share',
      ({ access, params, body }) => {
        const { expires_time, ...share } = body
        return shares.create(access, {
          ...share,
          nodeId: params.id,
          expiresAt: expires_time === undefined ? undefined : Date.parse(expires_time),
        })
      },
      { forPeople: true },
    ),
    driveRoute(
      changeGrant,
      'share',
      ({ access, params, body: { role, note, expires_time } }) =>
        shares.change(access, params.id, {
          role,
          note,
          expiresAt: typeof expires_time === 'string' ? Date.parse(expires_time) : expires_time,
        }),
      { forPeople: true },
    ),
    driveRoute(
      revokeGrant,
      'share',
      async ({ access, params }) => {
        await shares.revoke(access, params.id)
        return {}
      },
      { forPeople: true },
    ),
  ]
}

/** One for each letter that somebody types. */
const SUGGESTIONS = [{ by: 'user', points: 600, perSeconds: 600, isLocal: true }] as const

/** What a person was given, and what they gave, is asked of no single drive. */
export function sharedListRoutes(lists: SharedLists, suggest: SuggestGrantees): Route[] {
  return [
    route(
      suggestGrantees,
      { scope: ['drive', 'drive.read'], limits: SUGGESTIONS },
      async ({ query, user }) => ({ grantees: await suggest(user, query) }),
    ),
    route(listSharedWithMe, { scope: ['drive', 'drive.read'] }, ({ query, user }) =>
      lists.withMe(user, { size: query.page_size, token: query.page_token }),
    ),
    route(listSharedByMe, { scope: ['drive', 'drive.read'] }, ({ query, user }) =>
      lists.byMe(user, { size: query.page_size, token: query.page_token }),
    ),
    route(listLosses, { scope: ['drive', 'drive.read'] }, ({ query, user }) =>
      lists.losses(user, { size: query.page_size, token: query.page_token }),
    ),
    route(nameShare, { scope: 'drive' }, async ({ params, query, body, user }) => {
      const { alias } = body
      await lists.rename(user, { driveId: query.drive_id, grantId: params.id }, alias)
      return { ...(alias !== null && { alias }) }
    }),
    route(leaveShare, { scope: 'drive' }, async ({ params, query, user }) => {
      await lists.leave(user, { driveId: query.drive_id, grantId: params.id })
      return {}
    }),
  ]
}
