import { ServiceError } from '@awan/protocol/errors'
import { listsStrongly, listsWeakly } from '../../http/entity-tags.ts'
import { toEtag } from '../nodes/etag.ts'
import type { Node } from '../nodes/nodes.ts'

/** Under which circumstances a caller wants what is at a path to be changed. */
export interface Preconditions {
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * All tags of a file count: that of its entry, which every answer about it has, that of its content, which a download has,
 * and the short form of it.
 */
export function checkPreconditions(
  { ifMatch, ifNoneMatch }: Preconditions,
  node: Node | undefined,
): void {
  const tags = node ? [toEtag(node), toContentTag(node), toShortTag(node)] : []
  if (ifMatch !== undefined && !tags.some((tag) => listsStrongly(ifMatch, tag))) {
    throw new ServiceError('failed_precondition', {
      description: 'the file or folder has changed since it was read (If-Match): read it again',
    })
  }
  if (ifNoneMatch !== undefined && tags.some((tag) => listsWeakly(ifNoneMatch, tag))) {
    throw new ServiceError('failed_precondition', {
      description: 'a file or folder already exists at this path (If-None-Match)',
    })
  }
}

export function toContentTag({ hash }: Node): string {
  return `"${hash ?? ''}"`
}

/**
 * For clients of WebDAV, some of which have no room for long tags: 128 bits of the hash still tell every content from
 * every other.
 */
export function toShortTag(node: Pick<Node, 'hash'>): string {
  return `"${shortHash(node.hash ?? '')}"`
}

export function shortHash(hash: string): string {
  return hash.slice(hash.indexOf(':') + 1).slice(0, 32)
}
