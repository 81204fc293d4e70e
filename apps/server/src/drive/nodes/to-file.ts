import type { File } from '@awan/protocol/drive'
import { toIsoTime } from '../../kernel/iso-time.ts'
import { toEtag } from './etag.ts'
import { nameWarnings } from './name-warnings.ts'
import { type ListedNode, TAG_MARK } from './nodes.store.ts'

export type ToFile = (node: ListedNode) => File

/** A file as the wire shows it, with the address of its thumbnail where it can have one. */
export function toFileWith(thumbnailOf: (node: ListedNode) => string | undefined): ToFile {
  return (node) => {
    const link = thumbnailOf(node)
    return link === undefined ? toFile(node) : { ...toFile(node), thumbnail_link: link }
  }
}

/** A node as the wire shows it. */
export function toFile(node: ListedNode): File {
  const warnings = nameWarnings(node.name)
  return {
    id: node.id,
    kind: node.kind,
    parent_id: node.parent_id,
    name: node.name,
    size: node.size,
    ...(node.hash === null ? {} : { hash: node.hash }),
    ...(node.mime_type === null ? {} : { mime_type: node.mime_type }),
    created_time: toIsoTime(node.created_at),
    modified_time: toIsoTime(node.modified_at),
    starred: node.starred_at !== null,
    ...(node.description === null ? {} : { description: node.description }),
    tags: node.tag_list?.split(TAG_MARK).sort() ?? [],
    ...(node.trashed_at === null ? {} : { trashed_time: toIsoTime(node.trashed_at) }),
    etag: toEtag(node),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}
