import { findDrive, findLastSeq, sumReserved, sumUsed } from './check.store.ts'
import type { DriveCheck } from './drive-check.ts'

/** What the drive says of itself. Last of all, when what it is made of has been repaired. */
export async function checkSums(check: DriveCheck): Promise<void> {
  const { db, drive } = check
  const found = await db.readLong(async (reader) => {
    const now = await findDrive(reader, drive.id)
    if (!now) return undefined
    return {
      now,
      usedBytes: await sumUsed(reader, drive.id),
      promisedBytes: await sumReserved(reader, drive.id),
      lastSeq: await findLastSeq(reader, drive.id),
    }
  })
  if (!found) return
  const { now, usedBytes, promisedBytes, lastSeq } = found
  if (now.used_bytes !== usedBytes) {
    const words = `${now.used_bytes} instead of ${usedBytes}`
    await check.tell({ kind: 'used_bytes', id: drive.id, found: words })
  }
  // Room that is promised to nobody is lost to its owner; room that nobody promised may be given twice.
  if (now.reserved_bytes !== promisedBytes) {
    const words = `${now.reserved_bytes} for uploads and tasks of ${promisedBytes}`
    await check.tell({ kind: 'reserved_bytes', id: drive.id, found: words })
  }
  const { seq, forgotten_seq, history_from_seq, folder_seqs_at } = now
  const highest = Math.max(lastSeq, forgotten_seq, history_from_seq, folder_seqs_at)
  if (highest > seq) {
    await check.tell({ kind: 'seq', id: drive.id, found: `${highest}, beyond ${seq}` })
  }
}
