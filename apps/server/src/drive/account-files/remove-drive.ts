import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import { deleteAliasesOf } from '../access/aliases.ts'
import { deleteGrantsOf, listDrivesWithGrantsOf } from '../access/grants.ts'
import { isInStore } from '../contents/contents.ts'
import { findDriveByOwner, forgetMaker, raiseSeqs } from '../drives/drive-rows.ts'
import { forgetInboxOf } from '../inbox/inbox.ts'
import { deleteMarksOf } from '../marks/marks.ts'
import { deleteOffersOf } from '../offers/offers.ts'
import { deleteSavedSearchesOf } from '../saved-searches/own-searches.ts'
import { deleteVisitorsOf } from '../share-links/share-links.ts'
import { deleteRows } from './drive-tables.store.ts'
import { type DriveTable, driveTables } from './drive-tables.ts'
import { deleteBlobs, deleteDrive, deleteLeaves } from './remove-drive.store.ts'

/** So few at a time that others need not wait for it. */
const BATCH = 500

/**
 * Deletes a person's drive with everything in it, and the person's inbox, offers, marks, saved searches, aliases, grants and visits in other drives,
 * for good and without a grace period: its owner had one. It works in small transactions, and the drive's own row
 * goes last, so that a removal that was interrupted can be run again.
 */
export async function removeDrive(
  { db, blobs }: { db: Database; blobs: BlobStore },
  ownerSub: string,
): Promise<void> {
  await db.write((writer) => deleteMarksOf(writer, ownerSub))
  await db.write((writer) => deleteAliasesOf(writer, ownerSub))
  await db.write((writer) => deleteSavedSearchesOf(writer, ownerSub))
  await db.write(async (writer) => {
    await raiseSeqs(writer, await listDrivesWithGrantsOf(writer, ownerSub))
    await deleteGrantsOf(writer, ownerSub)
  })
  await db.write((writer) => deleteVisitorsOf(writer, ownerSub))
  await db.write((writer) => forgetInboxOf(writer, ownerSub))
  await db.write((writer) => forgetMaker(writer, ownerSub))
  await db.write((writer) => deleteOffersOf(writer, ownerSub))
  const drive = await db.read((reader) => findDriveByOwner(reader, ownerSub))
  if (drive) await removeRows({ db, blobs }, drive.id)
}

/** All rows of a drive; its own goes last. */
export async function removeRows(
  { db, blobs }: { db: Database; blobs: BlobStore },
  driveId: string,
): Promise<void> {
  for (const table of driveTables) while ((await removeSome(table, driveId)) > 0);
  await db.write((writer) => deleteDrive(writer, driveId))

  async function removeSome(table: DriveTable, id: string): Promise<number> {
    switch (table.name) {
      case 'blobs': {
        // The rows go first: bytes without a row are collected as orphans, should we be killed here.
        const gone = await db.write((writer) => deleteBlobs(writer, id, BATCH))
        for (const blob of gone) if (isInStore(blob)) await blobs.delete(blob.id)
        return gone.length
      }
      case 'nodes':
        return db.write((writer) => deleteLeaves(writer, id, BATCH))
      case 'archives':
        // Each has many parts, which go with it.
        return db.write((writer) => deleteRows(writer, table, id, 1))
      default:
        return db.write((writer) => deleteRows(writer, table, id, BATCH))
    }
  }
}
