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
  let rootId: string | undefined
  let turn: Promise<void> = Promise.resolve()

  /** What lies below something that is gone is gone with it, unless a later page has told that it was moved out before. */
  function dropWithoutFolder(): void {
    for (let isMore = true; isMore; ) {
      isMore = false
      for (const { id, parent_id } of [...files.values()]) {
        if (parent_id === null || parent_id === rootId || files.has(parent_id)) continue
        files.delete(id)
        isMore = true
      }
    }
  }

  async function read(pages: number): Promise<void> {
    rootId ??= (await drive.nodes.get(sub, 'root')).node.id
    for (let page = 0; page < pages; page++) {
      const told = await drive.following.follow(sub, { cursor, size, waitMs: 0 })
      for (const { id, node } of told.changes) {
        if (node) files.set(id, toFile(node))
        else files.delete(id)
      }
      cursor = told.cursor
      if (told.hasMore) continue
      dropWithoutFolder()
      return
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
