import { headers } from '@awan/protocol'
import {
  createLink,
  listLinks,
  listOwnLinks,
  listReceived,
  openLink as openLinkCall,
  revokeLink,
  updateLink,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'
import type { ArrivalKey } from './arrivals.store.ts'
import type { OpenLink } from './open-link.ts'
import type { ShareLinks } from './share-links.ts'
import { toLink, toOptions, toVisit } from './to-link.ts'

export function shareLinkRoutes(links: ShareLinks, publicUrl: string): DriveRoute[] {
  return [
    driveRoute(createLink, 'share', async ({ access, body, request }) => {
      const { node_id: nodeId, role } = body
      const key = header(request, headers.idempotencyKey)
      const made = await links.create(access, { nodeId, role, options: toOptions(body) }, key)
      return toLink(made, publicUrl)
    }),

    driveRoute(
      listLinks,
      'share',
      async ({ access, query }) => {
        const found = await links.list(access, query.node_id)
        return { links: found.map((link) => toLink(link, publicUrl)) }
      },
      { changes: false },
    ),

    driveRoute(updateLink, 'share', async ({ access, params, body }) => {
      const set = { role: body.role, options: toOptions(body) }
      return toLink(await links.change(access, params.id, set), publicUrl)
    }),

    driveRoute(revokeLink, 'share', async ({ access, params }) => {
      await links.revoke(access, params.id)
      return {}
    }),

    driveRoute(
      listReceived,
      'share',
      async ({ access, toFile, params, query }) => {
        const after = parseToken('received', query.page_token)
        const page = { size: query.page_size, after: after && toArrivalKey(after) }
        const { received, next } = await links.received(access, params.id, page)
        return {
          received: received.map(({ node, arrival }) => ({
            file: toFile(node),
            arrived_time: toIsoTime(arrival.arrived_at),
            ...(arrival.name !== null && { sender: toSender(arrival.name, arrival.sub) }),
          })),
          ...(next && { next_page_token: toToken('received', next.arrivedAt, next.nodeId) }),
        }
      },
      { changes: false },
    ),
  ]
}

/** Enough for an office behind one address that all open one link. */
const OPENINGS = [{ by: 'address', points: 600, perSeconds: 600 }] as const

/** What is asked of no drive: the own links of a person, and the way in for visitors. */
export function linkVisitRoutes({
  links,
  openLink,
  clock,
  publicUrl,
}: {
  links: ShareLinks
  openLink: OpenLink
  clock: Clock
  publicUrl: string
}): Route[] {
  return [
    route(listOwnLinks, { scope: ['drive', 'drive.read'] }, async ({ user, query }) => {
      const after = parseToken('links', query.page_token)
      const page = { size: query.page_size, after: after && { createdAt: after.at, id: after.id } }
      const found = await links.listOwn({ kind: 'person', sub: user.sub }, page)
      return {
        links: found.links.map((link) => ({
          ...toLink(link, publicUrl),
          node_name: link.nodeName,
        })),
        ...(found.next && {
          next_page_token: toToken('links', found.next.createdAt, found.next.id),
        }),
      }
    }),

    route(
      openLinkCall,
      { user: 'optional', captcha: 'when-risky', limits: OPENINGS },
      async ({ body, user, caller }) => {
        const { token, password, name, visit_token: visitToken } = body
        const opened = await openLink(
          { token, password, name, visitToken },
          { caller, sub: user?.sub },
        )
        return toVisit(opened, clock.now())
      },
    ),
  ]
}

function toSender(name: string, sub: string | null) {
  return { name, ...(sub !== null && { sub }) }
}

function toArrivalKey({ at, id }: { at: number; id: string }): ArrivalKey {
  return { arrivedAt: at, nodeId: id }
}

type ListName = 'links' | 'received'

function toToken(list: ListName, at: number, id: string): string {
  return toOpaqueToken([list, at, id])
}

function parseToken(list: ListName, token: string | undefined) {
  if (token === undefined) return undefined
  const [of, at, id, ...rest] = parseOpaqueToken(token)
  const isWhole = Number.isSafeInteger(at) && typeof id === 'string'
  if (of !== list || !isWhole || rest.length > 0) throw badToken()
  return { at: at as number, id }
}
