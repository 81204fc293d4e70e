import { ROOT_ID } from '@awan/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { OpenNode } from '../access/open-node.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import type { Place } from '../uploads/commit-upload.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { checkPreconditions, type Preconditions } from './preconditions.ts'

export interface CommitOptions {
  uploads: Pick<Uploads, 'commit'>
  clock: Clock
  random: Random
}

/** Makes what was uploaded the file at a path, or another version of it. */
export function commitAt(
  { uploads, random, clock }: CommitOptions,
  access: Access,
  uploadId: string,
  path: Path,
  preconditions: Preconditions,
): Promise<OpenNode> {
  const newId = () => createId(random, clock.now())
  const place: Place = (transaction, file) =>
    GrowingTree.grow(transaction, transaction.drive.reach.rootId ?? ROOT_ID, newId, (tree) =>
      tree.putFile(path, {
        ...file,
        conflict: 'replace',
        check: (existing) => checkPreconditions(preconditions, existing),
      }),
    )
  return uploads.commit(access, uploadId, 'replace', { place })
}
