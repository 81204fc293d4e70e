import { thumbnailByLink } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'
import type { LinkKey } from '../downloads/link-key.ts'
import { openParts, signParts } from '../downloads/signed-link.ts'

/** Links stay the same for so long, so that a browser finds in its cache what it was shown before. */
const WINDOW_MS = 12 * 3_600_000

export interface ThumbnailClaims {
  driveId: string
  nodeId: string
  versionId: string
  expiresAt: number
}

/** Good for half a day at least, and for a whole one at most. */
export function toThumbnailLink(
  key: LinkKey,
  { drive_id, id, version_id }: Pick<NodeRow, 'drive_id' | 'id' | 'version_id'>,
  now: number,
): string {
  const expiresAt = (Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS
  const link = signParts(key, 'thumbnail-link', [drive_id, id, version_id ?? ''], expiresAt)
  return BEFORE_LINK + link + AFTER_LINK
}

const [BEFORE_LINK = '', AFTER_LINK = ''] = thumbnailByLink.path.split('{link}')

export function openThumbnailLink(
  key: LinkKey,
  link: string,
  now: number,
): ThumbnailClaims | undefined {
  const opened = openParts(key, 'thumbnail-link', link, now)
  if (!opened) return undefined
  const [driveId = '', nodeId = '', versionId = ''] = opened.parts
  return { driveId, nodeId, versionId, expiresAt: opened.expiresAt }
}
