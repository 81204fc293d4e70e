import type { Access } from '../access/access.ts'
import { findTrashedFrom, notFound, type OpenNode } from '../access/open-node.ts'
import { toPath } from '../nodes/node-path.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { openByPath } from './find-path.ts'
import { checkPreconditions, type Preconditions } from './preconditions.ts'
import { createPut, type PutOptions } from './put-file.ts'
import type { SentFile } from './sent-file.ts'

/** Files by their paths from the top folder down, for scripts. */
export interface Paths {
  /** Writes a file of any size, with the folders on its way; what is there gets another version. */
  put(access: Access, path: string, sent: SentFile): Promise<OpenNode>
  find(access: Access, path: string): Promise<OpenNode>
  /** Into the trash, from where it can come back. */
  trash(access: Access, path: string, preconditions: Preconditions): Promise<OpenNode>
}

export function createPaths(options: PutOptions): Paths {
  const { drives } = options
  return {
    put: createPut(options),

    async find(access, path) {
      const names = toPath(path)
      return drives.read(access, (reader, drive) => openByPath(reader, drive, names))
    },

    async trash(access, path, preconditions) {
      const names = toPath(path)
      return drives.transact(access, async (transaction) => {
        const { drive, writer } = transaction
        const node = await openByPath(writer, drive, names)
        checkPreconditions(preconditions, node)
        await trashNode(transaction, node)
        return (await findTrashedFrom(writer, drive, node.id)) ?? throwNotFound()
      })
    },
  }
}

function throwNotFound(): never {
  throw notFound()
}
