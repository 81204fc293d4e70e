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
 * Both tags of a file count: that of its entry, which every answer about it has, and that of its
 * content, which a download has.
 */
export function checkPreconditions(
  { ifMatch, ifNoneMatch }: Preconditions,
  node: Node | undefined,
): void {
  const tags = node ? [toEtag(node), toContentTag(node)] : []
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
