import type { Database, Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { openNodes } from '../access/open-node.ts'
import {
  findFolderSeqs,
  listBehind,
  lockFolderSeqs,
  raiseFolderSeqs,
  type Step,
  setFolderSeqsAt,
  stepsOf,
  type Touch,
  touchesAfter,
} from './folder-seqs.store.ts'

export { dropFolderSeqs } from './folder-seqs.store.ts'

/** A read counts at most so many changes itself; before that, more of them are written down. */
const MAX_PENDING = 500
/** So many changes are written down in one transaction. */
const BATCH = 2_000

/** For each folder the number of its last change, or of the last change of anything below it. */
export interface FolderSeqs {
  /** Of those that the caller sees. */
  of(access: Access, folderIds: readonly string[]): Promise<Map<string, number>>
}

/**
 * Whoever writes does nothing for it. The changes since the numbers were last written down are counted
 * by whoever asks, and by a chore, so that they never become many.
 */
export function createFolderSeqs({ db, drives }: { db: Database; drives: Drives }): FolderSeqs {
  return {
    async of(access, folderIds) {
      for (;;) {
        const seqs = await drives.read(access, async (reader, drive) => {
          if (drive.seq - drive.folder_seqs_at > MAX_PENDING) return undefined
          const seen = await openNodes(reader, drive, folderIds)
          return subtreeSeqs(reader, drive, [...seen.keys()])
        })
        if (seqs) return seqs
        await writeFolderSeqs(db, access.driveId)
      }
    },
  }
}

export function folderSeqsChore(
  { db }: { db: Database },
  { behindBy = MAX_PENDING }: { behindBy?: number } = {},
): Chore {
  return {
    name: 'count changes of folders',
    everyMs: 10 * 60_000,
    async run() {
      for (let afterId = ''; ; ) {
        const page = { afterId, by: behindBy, limit: DRIVES_AT_ONCE }
        const behind = await db.readLong((reader) => listBehind(reader, page))
        for (const { id } of behind) while (await writeFolderSeqs(db, id));
        const last = behind.at(-1)
        if (!last || behind.length < DRIVES_AT_ONCE) return
        afterId = last.id
      }
    },
  }
}

const DRIVES_AT_ONCE = 500

/** `drive` is to be read by the same `reader`. A folder that nothing has changed below has 0. */
export async function subtreeSeqs(
  reader: Reader,
  drive: DriveRow,
  folderIds: readonly string[],
): Promise<Map<string, number>> {
  const seqs = new Map(folderIds.map((id) => [id, 0]))
  for (const ids of chunksOf(folderIds)) {
    for (const { node_id, seq } of await findFolderSeqs(reader, drive.id, ids)) {
      seqs.set(node_id, seq)
    }
  }
  const pending = { after: drive.folder_seqs_at, limit: drive.seq - drive.folder_seqs_at }
  if (pending.limit === 0) return seqs
  const touches = await touchesAfter(reader, drive.id, pending).execute()
  const raised = await raisedBy(reader, drive.id, touches)
  for (const id of seqs.keys()) seqs.set(id, raised.get(id) ?? seqs.get(id) ?? 0)
  return seqs
}

/** Writes down what the next changes make of folders, and gives whether there may be more. */
export async function writeFolderSeqs(db: Database, driveId: string): Promise<boolean> {
  return db.write(async (writer) => {
    const drive = await lockFolderSeqs(writer, driveId)
    if (!drive) return false
    const page = { after: drive.folder_seqs_at, limit: BATCH }
    const touches = await touchesAfter(writer, driveId, page).execute()
    const raised = await raisedBy(writer, driveId, touches)
    await raiseFolderSeqs(
      writer,
      [...raised].map(([node_id, seq]) => ({ drive_id: driveId, node_id, seq })),
    )
    const isAll = touches.length < BATCH
    await setFolderSeqsAt(writer, driveId, isAll ? drive.seq : (touches.at(-1)?.seq ?? drive.seq))
    return !isAll
  })
}

/**
 * What some changes make of folders, by the tree of today. A change counts for the folders that are now
 * above the node and above the folder that it was in before. That is the same as the folders of that
 * time: where a folder on the way has moved since, its own change is later, and counts for both ways.
 */
export async function raisedBy(
  reader: Reader,
  driveId: string,
  touches: readonly Touch[],
): Promise<Map<string, number>> {
  const seeds = new Map<string, number>()
  for (const { seq, node_id, old_parent_id, old_trashed_at } of touches) {
    seeds.set(node_id, seq)
    // What was in the trash was in no folder.
    if (old_parent_id !== null && old_trashed_at === null) seeds.set(old_parent_id, seq)
  }
  const steps = await waysUp(reader, driveId, [...seeds.keys()])
  const raised = new Map<string, number>()
  // The latest first: where another has been, it was higher.
  for (const [id, seq] of [...seeds].sort(([, a], [, b]) => b - a)) {
    const start = steps.get(id)
    let folder = start?.kind === 'folder' ? start : steps.get(start?.parent_id ?? '')
    while (folder && !raised.has(folder.id)) {
      raised.set(folder.id, seq)
      folder = steps.get(folder.parent_id ?? '')
    }
  }
  return raised
}

/** Some nodes and all folders above them: a query for each level, so that every one is found by its key. */
async function waysUp(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Map<string, Step>> {
  const steps = new Map<string, Step>()
  for (let level = new Set(nodeIds); level.size > 0; ) {
    const above = new Set<string>()
    for (const ids of chunksOf([...level])) {
      for (const step of await stepsOf(reader, driveId, ids).execute()) {
        steps.set(step.id, step)
        if (step.parent_id !== null) above.add(step.parent_id)
      }
    }
    level = above.difference(steps)
  }
  return steps
}

function* chunksOf(ids: readonly string[]): Iterable<readonly string[]> {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) yield ids.slice(at, at + IDS_AT_ONCE)
}

const IDS_AT_ONCE = 500
