import { ServiceError } from '@awan/protocol/errors'
import type { NodeRow } from '../../db/tables.ts'
import { listsStrongly } from '../../http/entity-tags.ts'

/** Another one after every change of the node itself; what lies in a folder does not count. */
export function toEtag(node: Pick<NodeRow, 'id' | 'revision'>): string {
  return `"${node.id}.${node.revision}"`
}

/** Whoever says which state they have seen changes no other one. */
export function checkIfMatch(node: NodeRow, ifMatch: string | undefined): void {
  if (ifMatch === undefined || listsStrongly(ifMatch, toEtag(node))) return
  throw new ServiceError('failed_precondition', {
    description: 'the file or folder has changed since it was read (If-Match): read it again',
  })
}
