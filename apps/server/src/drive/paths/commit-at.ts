import { createId } from '../../kernel/id.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import type { Node } from '../nodes/nodes.ts'
import type { Place } from '../uploads/commit-upload.ts'
import { checkPreconditions, type Preconditions } from './preconditions.ts'
import type { PutOptions } from './put-file.ts'

/** Makes what was uploaded the file at a path, or another version of it. */
export function commitAt(
  { uploads, random, clock }: PutOptions,
  sub: string,
  uploadId: string,
  path: Path,
  preconditions: Preconditions,
): Promise<Node> {
  const newId = () => createId(random, clock.now())
  const place: Place = (transaction, file) =>
    GrowingTree.grow(transaction, transaction.drive.root_id, newId, (tree) =>
      tree.putFile(path, {
        ...file,
        conflict: 'replace',
        check: (existing) => checkPreconditions(preconditions, existing),
      }),
    )
  return uploads.commit(sub, uploadId, 'replace', { place })
}
