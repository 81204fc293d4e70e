import { headers } from '@awan/protocol'
import {
  createLink,
  listLinks,
  listOwnLinks,
  openLink as openLinkCall,
  revokeLink,
  updateLink,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { GrantPlace } from '../access/grants.ts'
import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'

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
      const after = query.page_token === undefined ? undefined : parseKey(query.page_token)
      const page = { size: query.page_size, after }
      const found = await links.listOwn({ kind: 'person', sub: user.sub }, page)
      return {
        links: found.links.map((link) => ({
          ...toLink(link, publicUrl),
          node_name: link.nodeName,
        })),
        ...(found.next && { next_page_token: toKeyToken(found.next) }),
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

function toKeyToken({ createdAt, id }: GrantPlace): string {
  return toOpaqueToken(['links', createdAt, id])
}

function parseKey(token: string): GrantPlace {
  const [list, createdAt, id, ...rest] = parseOpaqueToken(token)
  const isWhole = Number.isSafeInteger(createdAt) && typeof id === 'string'
  if (list !== 'links' || !isWhole || rest.length > 0) throw badToken()
  return { createdAt: createdAt as number, id }
}
