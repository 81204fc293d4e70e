import type { File } from '@awan/protocol/drive'
import { nameWarnings } from '@awan/protocol/name-warnings'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { allows, capabilitiesOf, isSealed, isTop } from '../access/rights.ts'
import type { ListedNode, SeenNode, ToFile } from '../access/seen-node.ts'
import { toEtag } from './etag.ts'
import { shortcutKind } from './shortcut-type.ts'
import { tagsIn } from './tags.ts'

/** A file as the wire shows it, with the address of its thumbnail where it can have one. */
export function toFileWith(
  thumbnailOf: (node: ListedNode) => string | undefined,
  now: number,
): ToFile {
  return (node) => {
    const file = toFile(node)
    // Who else has access is known only to those who may share it.
    if ((node.shared_until ?? 0) > now && allows(node.rights, 'share')) file.shared = true
    if (node.is_locked) file.locked = true
    const link = thumbnailOf(node)
    if (link !== undefined) file.thumbnail_link = link
    return file
  }
}

/** A node as the wire shows it. Written for speed: a page has a thousand of them. */
function toFile(node: SeenNode): File {
  const file: File = {
    id: node.id,
    kind: node.kind,
    // What is above a shared folder does not exist for whoever was let into it.
    parent_id: isTop(node.rights) ? null : node.parent_id,
    name: node.name,
    size: node.size,
    created_time: toIsoTime(node.created_at),
    modified_time: toIsoTime(node.modified_at),
    starred: node.starred_at !== null,
    tags: tagsIn(node.tag_list),
    etag: toEtag(node),
    capabilities: capabilitiesOf(node.rights),
  }
  // A hash is enough to prove which content somebody has, who knows what to look for.
  if (node.hash !== null && !isSealed(node.rights)) file.hash = node.hash
  if (node.mime_type !== null) {
    file.mime_type = node.mime_type
    const shortcut = shortcutKind(node.mime_type)
    if (shortcut) file.shortcut = shortcut
  }
  if (node.description !== null) file.description = node.description
  if (node.trashed_at !== null) file.trashed_time = toIsoTime(node.trashed_at)
  const warnings = nameWarnings(node.name)
  if (warnings.length > 0) file.warnings = warnings
  return file
}
