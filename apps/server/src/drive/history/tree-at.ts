import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { type PastNode, pastNodes } from './past-nodes.ts'

/** A file or folder of a past moment. */
export interface TreeEntry extends PastNode {
  /** From the top, or from what was put in the trash; the top itself has none. */
  path: string
  /** Whether it was in the trash, itself or with a folder above it. */
  isTrashed: boolean
}

/**
 * All that a drive held at a number, with its trash. It goes through the drive twice and remembers the
 * folders in between: everything below a folder that was deleted by then was gone with it. For long
 * reads: `drive` is to be read by the same `reader`.
 */
export async function* treeAt(
  reader: Reader,
  drive: DriveRow,
  seq: number,
): AsyncIterable<TreeEntry> {
  requireHistory(drive, seq)
  const folders = new Map<string, Folder>()
  for await (const node of pastNodes(reader, drive.id, seq)) {
    if (node.kind === 'folder') folders.set(node.id, { node })
  }
  for await (const node of pastNodes(reader, drive.id, seq)) {
    const place = placeOf(node)
    if (place) yield { ...node, ...place }
  }

  /** Undefined where no way leads to it. */
  function placeOf(node: PastNode): Place | undefined {
    if (node.id === drive.root_id) return { path: '', isTrashed: false }
    if (node.trashed_at !== null) return { path: node.name, isTrashed: true }
    const folder = folders.get(node.parent_id ?? '')
    if (!folder) return undefined
    folder.place ??= placeOf(folder.node) ?? 'nowhere'
    if (folder.place === 'nowhere') return undefined
    const { path, isTrashed } = folder.place
    return {
      path: folder.node.id === drive.root_id ? node.name : `${path}/${node.name}`,
      isTrashed,
    }
  }
}

/** Throws where the tree of a moment is not known: too long ago, or not yet. */
export function requireHistory(drive: DriveRow, seq: number): void {
  if (seq >= drive.history_from_seq && seq <= drive.seq) return
  throw new ServiceError('out_of_range', {
    description: `the history of this drive is known from seq ${drive.history_from_seq} to ${drive.seq}`,
  })
}

type Place = Pick<TreeEntry, 'path' | 'isTrashed'>

interface Folder {
  node: PastNode
  place?: Place | 'nowhere'
}
