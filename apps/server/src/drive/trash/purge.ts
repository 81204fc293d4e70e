import type { DriveTransaction } from '../access/drives.ts'
import { forgetGrantsOn } from '../access/grants.ts'
import { deleteLocksOn } from '../access/locks.ts'
import { releaseVersions } from '../contents/contents.ts'
import { dropFolderSeqs } from '../history/folder-seqs.ts'
import { deleteMarksOn } from '../marks/marks.ts'
import { deleteTermsOf } from '../nodes/tree.ts'
import { deleteProperties } from '../properties/properties.ts'
import { freeQuota } from '../quota/quota.ts'
import { deleteShortcuts } from '../shortcuts/shortcut-rows.ts'
import {
  type Doomed,
  deleteNodes,
  findDeleted,
  listDeletedFiles,
  listFull,
  listInside,
} from './purge.store.ts'

/** So few rows at a time that nobody has to wait for it, and fewer when they take long. */
export const ROWS_PER_STEP = 500
const SMALL_ROWS = 100
/** So many of a folder are looked at together. */
const PAGE = 200

/**
 * Removes rows of what a task has deleted, the deepest first, with their versions, what these hold of
 * the quota and of the blobs, and their tags. Gives how many nodes went, and whether all are gone.
 */
export async function purge(
  transaction: DriveTransaction,
  taskId: string,
  { maxRows, isLate }: Limits,
): Promise<{ nodes: number; isOver: boolean }> {
  const { drive, writer } = transaction
  const removal = new Removal(transaction, { maxRows, isLate })
  while (removal.hasRoom) {
    const files = await listDeletedFiles(writer, drive.id, taskId, removal.pageSize)
    if (files.length > 0) {
      await removal.remove(files)
      continue
    }
    const top = await findDeleted(writer, drive.id, taskId)
    if (!top) return { nodes: removal.nodes, isOver: true }
    await removal.removeTree(top)
  }
  return {
    nodes: removal.nodes,
    isOver: (await findDeleted(writer, drive.id, taskId)) === undefined,
  }
}

interface Limits {
  maxRows: number
  isLate(): boolean
}

class Removal {
  readonly #transaction: DriveTransaction
  readonly #limits: Limits
  #rowsLeft: number
  nodes = 0

  constructor(transaction: DriveTransaction, limits: Limits) {
    this.#transaction = transaction
    this.#limits = limits
    this.#rowsLeft = limits.maxRows
  }

  get hasRoom(): boolean {
    const { maxRows, isLate } = this.#limits
    const isSmall = maxRows - this.#rowsLeft < SMALL_ROWS
    return this.#rowsLeft > 0 && (isSmall || !isLate())
  }

  /** A file has a version, most have one. */
  get pageSize(): number {
    return Math.min(Math.ceil(this.#rowsLeft / 2), PAGE)
  }

  async removeTree(top: Doomed): Promise<void> {
    const { drive, writer } = this.#transaction
    const folders = [top]
    while (this.hasRoom) {
      const folder = folders.at(-1)
      if (!folder) return
      const limit = this.pageSize
      const inside = await listInside(writer, drive.id, folder.id, limit)
      const subfolders = inside.filter(({ kind }) => kind === 'folder')
      const full = await listFull(
        writer,
        drive.id,
        subfolders.map(({ id }) => id),
      )
      const leaves = inside.filter(({ id }) => !full.has(id))
      const isAll = inside.length < limit && full.size === 0
      const areGone = await this.remove(leaves, isAll ? folder : undefined)
      if (isAll && areGone) folders.pop()
      else folders.push(...subfolders.filter(({ id }) => full.has(id)))
    }
  }

  /** Nodes with nothing below them and, when they are all that is in it, their folder. */
  async remove(leaves: readonly Doomed[], folder?: Doomed): Promise<boolean> {
    const { drive, writer, now, recordGone } = this.#transaction
    const files = leaves.filter(({ kind }) => kind === 'file').map(({ id }) => id)
    const limit = Math.max(this.#rowsLeft - leaves.length, 1)
    const released = await releaseVersions(writer, drive.id, files, { limit, now })
    await freeQuota(writer, drive.id, released.bytes)
    // A file with many versions stays until the last of them is gone.
    const gone = leaves.filter(({ id }) => !released.left.has(id))
    const areGone = gone.length === leaves.length
    const removed = folder && areGone ? [...gone, folder] : gone
    const nodes = removed.map(({ id }) => id)
    // A node that was deleted itself has its own change.
    recordGone(removed.filter(isInside))
    await deleteTermsOf(writer, drive.id, nodes)
    await forgetGrantsOn(writer, drive.id, nodes)
    await deleteMarksOn(writer, drive.id, nodes)
    await deleteProperties(writer, drive.id, nodes)
    await deleteLocksOn(writer, drive.id, nodes)
    await deleteShortcuts(writer, drive.id, files)
    const folders = removed.filter(({ kind }) => kind === 'folder')
    await dropFolderSeqs(
      writer,
      drive.id,
      folders.map(({ id }) => id),
    )
    await deleteNodes(writer, drive.id, nodes)
    this.nodes += nodes.length
    this.#rowsLeft -= nodes.length + released.count
    return areGone
  }
}

function isInside(node: Doomed): node is Doomed & { parent_id: string } {
  return node.deleted_by === null && node.parent_id !== null
}
