import type { File } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'
import { plantedNode } from '../nodes/testing.ts'
import { toFileWith } from '../nodes/to-file.ts'
import type { TestDrive } from '../testing.ts'

const toFile = toFileWith(() => undefined, 0)

/** A copy of a drive that knows nothing but its changes. */
export interface Mirror {
  readonly files: ReadonlyMap<string, File>
  /** Reads on, to the present unless told how many pages. */
  follow(limit?: { pages: number }): Promise<void>
}

export function createMirror(drive: TestDrive, sub: string, begin: string, size: number): Mirror {
  const files = new Map<string, File>()
  let cursor = begin
  let turn: Promise<void> = Promise.resolve()

  /** What lies below something that is gone is gone with it. */
  function remove(id: string): void {
    files.delete(id)
    for (const file of [...files.values()]) if (file.parent_id === id) remove(file.id)
  }

  async function read(pages: number): Promise<void> {
    for (let page = 0; page < pages; page++) {
      const told = await drive.following.follow(sub, { cursor, size, waitMs: 0 })
      for (const { id, node } of told.changes) {
        if (node) files.set(id, toFile(node))
        else remove(id)
      }
      cursor = told.cursor
      if (!told.hasMore) return
    }
  }

  return {
    files,
    follow({ pages } = { pages: Number.POSITIVE_INFINITY }) {
      turn = turn.then(() => read(pages))
      return turn
    },
  }
}

/** For a test of the log itself: whether there is such a node does not matter to it. */
export function someNode(id: string): NodeRow {
  return plantedNode({ drive_id: 'drive', id, parent_id: 'root', kind: 'folder', name: id, now: 1 })
}
