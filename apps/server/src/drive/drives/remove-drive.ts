import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database, Writer } from '../../db/database.ts'
import { deleteGoneNodes } from '../changes/changes.ts'
import { isInStore } from '../contents/contents.ts'
import { deleteFolderSeqs } from '../history/folder-seqs.ts'
import { deleteMarksOf } from '../marks/marks.ts'
import { findDriveByOwner } from './drives.store.ts'
import {
  deleteArchive,
  deleteBlobs,
  deleteChanges,
  deleteDrive,
  deleteLeaves,
  deleteNameTerms,
  deleteTags,
  deleteTexts,
  deleteTextTerms,
  deleteUploads,
  deleteVersions,
} from './remove-drive.store.ts'

/** So few at a time that others need not wait for it. */
const BATCH = 500

/**
 * Removes a person's drive with everything in it, and their marks in those of others, for good and without a grace period: its owner had
 * one. In small transactions and with the drive's own row last, so that it goes on where it was when
 * it is done again.
 */
export async function removeDrive(
  { db, blobs }: { db: Database; blobs: BlobStore },
  ownerSub: string,
): Promise<void> {
  await db.write((writer) => deleteMarksOf(writer, ownerSub))
  const drive = await db.read((reader) => findDriveByOwner(reader, ownerSub))
  if (!drive) return
  const { id } = drive
  const removeAll = async (remove: (writer: Writer) => Promise<number>) => {
    while ((await db.write(remove)) > 0);
  }
  await removeAll((writer) => deleteArchive(writer, id))
  await removeAll((writer) => deleteUploads(writer, id, BATCH))
  await removeAll((writer) => deleteVersions(writer, id, BATCH))
  // The rows go first: bytes without a row are collected as orphans, should we be killed here.
  for (;;) {
    const gone = await db.write((writer) => deleteBlobs(writer, id, BATCH))
    for (const blob of gone) if (isInStore(blob)) await blobs.delete(blob.id)
    if (gone.length === 0) break
  }
  await removeAll((writer) => deleteTags(writer, id, BATCH))
  await removeAll((writer) => deleteLeaves(writer, id, BATCH))
  await removeAll((writer) => deleteTextTerms(writer, id, BATCH))
  await removeAll((writer) => deleteTexts(writer, id, BATCH))
  await removeAll((writer) => deleteNameTerms(writer, id, BATCH))
  await removeAll((writer) => deleteChanges(writer, id, BATCH))
  const upTo = Number.MAX_SAFE_INTEGER
  await removeAll((writer) => deleteGoneNodes(writer, id, { upTo, limit: BATCH }))
  await removeAll((writer) => deleteFolderSeqs(writer, id, BATCH))
  await db.write((writer) => deleteDrive(writer, id))
}
