import {
  type AdminLink,
  getLinkPolicy,
  listServerLinks,
  revokeServerLink,
  setLinkPolicy,
} from '@awan/protocol/account'
import type { LinkRole } from '@awan/protocol/drive'
import { type Route, route } from '../../http/route.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { parseTimeToken, toTimeToken } from '../time-token.ts'
import type { ServerLink, ServerLinks } from './server-links.ts'

const LIST = 'server links'

export function serverLinkRoutes(links: ServerLinks): Route[] {
  return [
    route(listServerLinks, { admin: true }, async ({ query: asked }) => {
      const { links: found, next } = await links.list({
        query: asked.query,
        withoutPassword: asked.without_password === 'true',
        withoutEnd: asked.without_end === 'true',
        limit: asked.limit,
        after: asked.page_token === undefined ? undefined : parseTimeToken(asked.page_token, LIST),
      })
      return {
        links: found.map(toAdminLink),
        ...(next && { next_page_token: toTimeToken(LIST, next) }),
      }
    }),

    route(revokeServerLink, sensitive, async ({ params, user: admin, caller }) => {
      const link = { driveId: params.drive_id, linkId: params.id }
      await links.revoke(link, { admin, caller })
      return {}
    }),

    route(getLinkPolicy, { admin: true }, () => links.policy()),

    route(setLinkPolicy, sensitive, ({ body, user: admin, caller }) =>
      links.setPolicy(body, { admin, caller }),
    ),
  ]
}

const sensitive = { admin: true, sudo: true } as const

function toAdminLink(link: ServerLink): AdminLink {
  return {
    id: link.grant_id,
    drive_id: link.drive_id,
    owner: toPerson(link.owner_sub, link.ownerName),
    created_by: toPerson(link.created_by, link.creatorName),
    access: link.role as LinkRole,
    ...(link.label !== null && { label: link.label }),
    has_password: link.password_hash !== null,
    ...(link.expires_at !== null && { expires_at: toIsoTime(link.expires_at) }),
    ...(link.download_limit !== null && { download_limit: link.download_limit }),
    downloads: link.downloads,
    created_time: toIsoTime(link.created_at),
  }
}

function toPerson(sub: string, name: string | undefined): AdminLink['owner'] {
  return { sub, ...(name !== undefined && { name }) }
}
