import type { Writer } from '../../db/database.ts'
import { handOverAliases } from '../access/aliases.ts'
import { deleteGrantsOfOwner, handOverGrants, listDrivesWithGrantsOf } from '../access/grants.ts'
import { findDriveByOwner, raiseSeqs, updateOwner } from '../drives/drive-rows.ts'
import { handOverInbox } from '../inbox/inbox.ts'
import { handOverMarks } from '../marks/marks.ts'
import { handOverOffers } from '../offers/offers.ts'
import { handOverSavedSearches } from '../saved-searches/own-searches.ts'
import { handOverVisitors } from '../share-links/share-links.ts'
import { type MergeParts, mergeDrive } from './merge-drive.ts'

/** Whose drive goes to whom, and what the folder is called if it must become one. */
export interface DriveMove {
  from: string
  to: string
  folderName: string
}

/**
 * The drive as it is gets another owner. Where that one has a drive already, everything goes into a
 * folder of it.
 */
export async function handOverDrive(
  parts: MergeParts,
  writer: Writer,
  { from, to, folderName }: DriveMove,
): Promise<void> {
  await handOverMarks(writer, { from, to })
  await handOverSavedSearches(writer, { from, to })
  await handOverAliases(writer, { from, to })
  await raiseSeqs(writer, await listDrivesWithGrantsOf(writer, from))
  await handOverGrants(writer, { from, to })
  await handOverVisitors(writer, { from, to })
  await handOverInbox(writer, { from, to })
  await handOverOffers(writer, { from, to })
  const target = await findDriveByOwner(writer, to)
  const source = await findDriveByOwner(writer, from)
  if (!target) await updateOwner(writer, from, to)
  else if (source) await mergeDrive(parts, writer, { source, target, folderName })
  // What either had shared with the other belongs to the one who is left.
  const driveId = target?.id ?? source?.id
  if (driveId !== undefined) await deleteGrantsOfOwner(writer, { driveId, sub: to })
}
