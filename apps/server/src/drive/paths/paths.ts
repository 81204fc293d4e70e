import { toPath } from '../nodes/node-path.ts'
import type { Node } from '../nodes/nodes.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { requireNode } from '../nodes/tree.ts'
import { requireByPath } from './find-path.ts'
import { checkPreconditions, type Preconditions } from './preconditions.ts'
import { createPut, type PutOptions, type SentFile } from './put-file.ts'

/** Files by their paths from the top folder down, for scripts. */
export interface Paths {
  /** Writes a file of any size, with the folders on its way; what is there gets another version. */
  put(sub: string, path: string, sent: SentFile): Promise<Node>
  find(sub: string, path: string): Promise<Node>
  /** Into the trash, from where it can come back. */
  trash(sub: string, path: string, preconditions: Preconditions): Promise<Node>
}

export function createPaths(options: PutOptions): Paths {
  const { drives } = options
  return {
    put: createPut(options),

    async find(sub, path) {
      const names = toPath(path)
      const { id } = await drives.of(sub)
      return drives.read(id, (reader, drive) => requireByPath(reader, drive, names))
    },

    async trash(sub, path, preconditions) {
      const names = toPath(path)
      const { id } = await drives.of(sub)
      return drives.transact(id, sub, async (transaction) => {
        const { drive, writer } = transaction
        const node = await requireByPath(writer, drive, names)
        checkPreconditions(preconditions, node)
        await trashNode(transaction, node)
        return requireNode(writer, drive, node.id)
      })
    },
  }
}
