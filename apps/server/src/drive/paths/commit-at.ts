import { ROOT_ID } from '@awan/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { OpenNode } from '../access/open-node.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import { replaceContent } from '../nodes/replace-content.ts'
import type { Place } from '../uploads/commit-upload.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { checkPreconditions, type Preconditions } from './preconditions.ts'
import type { PutAt } from './sent-file.ts'

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
  sent: Preconditions & PutAt,
): Promise<OpenNode> {
  const newId = () => createId(random, clock.now())
  const place: Place = async (transaction, file) => {
    if (sent.onto !== undefined) {
      const check = (existing: OpenNode) => checkPreconditions(sent, existing)
      return replaceContent(transaction, sent.onto, { ...file, check })
    }
    const top = sent.folderId ?? transaction.drive.reach.rootId ?? ROOT_ID
    const node = await GrowingTree.grow(transaction, top, newId, (tree) =>
      tree.putFile(path, {
        ...file,
        conflict: 'replace',
        check: (existing) => checkPreconditions(sent, existing),
      }),
    )
    await sent.also?.(transaction, node)
    return node
  }
  return uploads.commit(access, uploadId, 'replace', {
    place,
    checksum: sent.checksum,
    madeOf: sent.madeOf?.ids,
  })
}
