import { headers } from '@awan/protocol'
import {
  createLink,
  listLinks,
  listOwnLinks,
  listReceived,
  openLink as openLinkCall,
  revokeLink,
  sendVisitorCode,
  updateLink,
} from '@awan/protocol/drive'
import { header } from '../../http/caller.ts'
import { type Route, route } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { parseTimeToken, toTimeToken } from '../time-token.ts'
import type { OpenLink } from './open-link.ts'
import type { ShareLinks } from './share-links.ts'
import { toLink, toOptions, toVisit } from './to-link.ts'

export function shareLinkRoutes(links: ShareLinks, publicUrl: string): DriveRoute[] {
  return [
    driveRoute(
      createLink,
      'share',
      async ({ access, body, request }) => {
        const { node_id: nodeId, role } = body
        const key = header(request, headers.idempotencyKey)
        const made = await links.create(access, { nodeId, role, options: toOptions(body) }, key)
        return toLink(made, publicUrl)
      },
      { forPeople: true },
    ),

    driveRoute(
      listLinks,
      'share',
      async ({ access, query }) => {
        const found = await links.list(access, query.node_id)
        const policy = await links.policy()
        return {
          links: found.map((link) => toLink(link, publicUrl)),
          policy,
          can_ask_email: links.canMail,
        }
      },
      // Nothing is changed, but the address of a link may open more than a token that only reads.
      { changes: true, forPeople: true },
    ),

    driveRoute(
      updateLink,
      'share',
      async ({ access, params, body }) => {
        const set = { role: body.role, options: toOptions(body) }
        return toLink(await links.change(access, params.id, set), publicUrl)
      },
      { forPeople: true },
    ),

    driveRoute(
      revokeLink,
      'share',
      async ({ access, params }) => {
        await links.revoke(access, params.id)
        return {}
      },
      { forPeople: true },
    ),

    driveRoute(
      listReceived,
      'share',
      async ({ access, toFile, params, query }) => {
        const page = toPage('received', query)
        const { received, next } = await links.received(access, params.id, page)
        return {
          received: received.map(({ node, arrival }) => ({
            file: toFile(node),
            arrived_time: toIsoTime(arrival.arrived_at),
            ...(arrival.name !== null && { sender: toSender(arrival.name, arrival) }),
          })),
          ...(next && { next_page_token: toTimeToken('received', next) }),
        }
      },
      { changes: false, forPeople: true },
    ),
  ]
}

/** Enough for an office behind one address that all open one link. */
const OPENINGS = [{ by: 'address', points: 600, perSeconds: 600 }] as const

/** What is sent is counted besides; this bounds the tries. */
const CODES = [{ by: 'address', points: 100, perSeconds: 600 }] as const

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
    // With the addresses, as above.
    route(listOwnLinks, { scope: 'drive' }, async ({ user, query }) => {
      const person = { kind: 'person', sub: user.sub } as const
      const found = await links.listOwn(person, toPage('links', query))
      return {
        links: found.links.map((link) => ({
          ...toLink(link, publicUrl),
          node_name: link.nodeName,
        })),
        ...(found.next && {
          next_page_token: toTimeToken('links', found.next),
        }),
      }
    }),

    route(
      openLinkCall,
      { user: 'optional', captcha: 'when-risky', limits: OPENINGS },
      async ({ body, user, caller }) => {
        const { token, password, name, visit_token: visitToken, email_code: emailCode } = body
        const opened = await openLink.open(
          { token, password, name, visitToken, emailCode },
          { caller, sub: user?.sub },
        )
        return toVisit(opened, clock.now())
      },
    ),

    route(sendVisitorCode, { captcha: 'when-risky', limits: CODES }, async ({ body, caller }) => {
      const { id, expiresIn } = await openLink.sendCode(body, caller)
      return { code_id: id, expires_in: expiresIn }
    }),
  ]
}

function toSender(name: string, { sub, email }: { sub: string | null; email: string | null }) {
  return { name, ...(sub !== null && { sub }), ...(email !== null && { proven_email: email }) }
}

function toPage(
  list: 'links' | 'received',
  { page_size: size, page_token: token }: { page_size: number; page_token?: string | undefined },
) {
  return { size, after: token === undefined ? undefined : parseTimeToken(token, list) }
}
