import { LINK_PAGE } from '@awan/protocol/api-paths'
import type { Grant, GrantGrantee, GrantRole } from '@awan/protocol/drive'
import type { ManagedLink } from '../share-links/share-links.ts'

/** A grant or a link, as far as clients that sync know the difference. */
export interface SharedItem {
  driveId: string
  grantId: string
  nodeId: string
  grantee: GrantGrantee
  role: GrantRole
  createdBy: string
  createdAt: number
  expiresAt: number | undefined
  note: string
  /** Whether somebody has given it to the caller. */
  isReceived?: boolean
  link?:
    | {
        token: string
        url: string
        label: string
        hasPassword: boolean
        allowsDownload: boolean
      }
    | undefined
}

export function grantToItem(grant: Grant): SharedItem {
  const { expires_time } = grant
  return {
    driveId: grant.drive_id,
    grantId: grant.id,
    nodeId: grant.file_id,
    grantee: grant.grantee,
    role: grant.role,
    createdBy: grant.created_by.sub,
    createdAt: Date.parse(grant.created_time),
    expiresAt: expires_time === undefined ? undefined : Date.parse(expires_time),
    note: grant.note ?? '',
  }
}

export function linkToItem(link: ManagedLink, publicUrl: string): SharedItem {
  const { token } = link
  return {
    driveId: link.drive_id,
    grantId: link.grant_id,
    nodeId: link.node_id,
    grantee: { kind: 'link' },
    role: link.role as GrantRole,
    createdBy: link.created_by,
    createdAt: link.created_at,
    expiresAt: link.expires_at ?? undefined,
    note: link.note ?? '',
    link: {
      token: token ?? '',
      url: token === undefined ? '' : publicUrl + LINK_PAGE.replace('{token}', token),
      label: link.label ?? '',
      hasPassword: link.password_hash !== null,
      allowsDownload: link.allows_download === 1,
    },
  }
}
