import type { BodyOf } from '@awan/protocol'
import { LINK_PAGE } from '@awan/protocol/api-paths'
import type { createLink, Link, LinkRole, updateLink, Visit } from '@awan/protocol/drive'
import type { LinkRow } from '../../db/tables.ts'
import { toIsoTime } from '../../kernel/iso-time.ts'
import type { LinkOptions } from './link-rules.ts'
import type { OpenedLink } from './open-link.ts'
import type { ManagedLink } from './share-links.ts'

/** A link as the wire shows it to those who manage it. */
export function toLink(link: ManagedLink, publicUrl: string): Link {
  const { token } = link
  return {
    id: link.grant_id,
    drive_id: link.drive_id,
    node_id: link.node_id,
    role: link.role as LinkRole,
    ...(token !== undefined && { token, url: publicUrl + LINK_PAGE.replace('{token}', token) }),
    has_password: link.password_hash !== null,
    ...ifSet('expires_at', timeOf(link.expires_at)),
    ...ifSet('download_limit', link.download_limit),
    downloads: link.downloads,
    allow_download: link.allows_download === 1,
    ...ifSet('label', link.label),
    ...ifSet('note', link.note),
    ...ifSet('custom_name', link.custom_name),
    ask_name: link.asks_name === 1,
    ask_email: link.asks_email === 1,
    ...ifSet('arrival_mail', link.arrival_mail),
    ...(link.role === 'drop' && { drop: { ...toDrop(link), received: link.received_bytes } }),
    created_by: link.created_by,
    created_time: toIsoTime(link.created_at),
  }
}

/** What a visitor learns of it. */
export function toVisit(opened: OpenedLink, now: number) {
  const { link, node, ownerName, visitToken, expiresAt, downloadsLeft } = opened
  const visit: Visit = {
    visit_token: visitToken,
    expires_in: Math.floor((expiresAt - now) / 1000),
    drive_id: link.drive_id,
    node: { id: node.id, name: node.name, kind: node.kind },
    role: link.role as LinkRole,
    ...ifSet('label', link.label),
    ...(ownerName !== undefined && { owner_name: ownerName }),
    allow_download: link.allows_download === 1,
    ...(downloadsLeft !== undefined && { downloads_left: downloadsLeft }),
    ...(link.role === 'drop' && { drop: toDrop(link) }),
  }
  return visit
}

function toDrop(link: LinkRow) {
  return {
    ...ifSet('max_file_size', link.max_file_bytes),
    ...ifSet('max_total_size', link.max_total_bytes),
    ...ifSet('types', link.types === null ? null : (JSON.parse(link.types) as string[])),
    ...ifSet('deadline', timeOf(link.deadline)),
  }
}

/** A field that is there only where it has a value. */
function ifSet<N extends string, T>(name: N, value: T | null): { [K in N]?: T } {
  return (value === null ? {} : { [name]: value }) as { [K in N]?: T }
}

function timeOf(at: number | null): string | null {
  return at === null ? null : toIsoTime(at)
}

export function toOptions(
  body: BodyOf<typeof createLink> | BodyOf<typeof updateLink>,
): LinkOptions {
  const { drop } = body
  return {
    password: body.password,
    expiresAt: toTime(body.expires_at),
    downloadLimit: body.download_limit,
    allowsDownload: body.allow_download,
    label: body.label,
    note: body.note,
    customName: body.custom_name,
    asksName: body.ask_name,
    asksEmail: body.ask_email,
    arrivalMail: body.arrival_mail,
    drop: drop && {
      maxFileBytes: drop.max_file_size,
      maxTotalBytes: drop.max_total_size,
      types: drop.types,
      deadline: toTime(drop.deadline),
    },
  }
}

function toTime(text: string | null | undefined): number | null | undefined {
  return typeof text === 'string' ? Date.parse(text) : text
}
