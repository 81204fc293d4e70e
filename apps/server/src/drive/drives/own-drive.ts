import type { Database, Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { OwnDrive } from '../access/accesses.ts'
import { insertRoot } from '../nodes/root.ts'
import { driveOf, findDriveByOwner, insertDrive } from './drives.store.ts'
import { numberNodes, takeNumbers } from './node-numbers.ts'

export { findDrive as findOwnDrive } from './drives.store.ts'

export interface OwnDriveOptions {
  db: Database
  clock: Clock
  random: Random
  /** Bytes that a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
}

/** A drive with its root and nothing in it. */
export async function insertNewDrive(
  { clock, random }: Pick<OwnDriveOptions, 'clock' | 'random'>,
  writer: Writer,
  given: (id: string) => Pick<DriveRow, 'owner_sub' | 'name' | 'made_by' | 'quota_bytes'>,
): Promise<DriveRow | undefined> {
  const now = clock.now()
  const id = createId(random, now)
  const drive: DriveRow = {
    id,
    ...given(id),
    root_id: createId(random, now),
    used_bytes: 0,
    reserved_bytes: 0,
    seq: 0,
    forgotten_seq: 0,
    history_from_seq: 0,
    folder_seqs_at: 0,
    locked_until: 0,
    ...(await takeNumbers(writer, 0)),
    created_at: now,
    deleted_at: null,
  }
  if (!(await insertDrive(writer, drive))) return undefined
  await insertRoot(writer, drive, numberNodes(drive)())
  return drive
}

export function createOwnDrive(options: OwnDriveOptions): OwnDrive {
  const { db, defaultQuotaBytes } = options
  return async (ownerSub) => {
    const known = await db.readOne(driveOf, { ownerSub })
    return known ?? (await db.write((writer) => makeDrive(writer, ownerSub)))
  }

  async function makeDrive(writer: Writer, ownerSub: string): Promise<DriveRow> {
    const drive = await insertNewDrive(options, writer, () => ({
      owner_sub: ownerSub,
      name: null,
      made_by: null,
      quota_bytes: defaultQuotaBytes ?? null,
    }))
    if (drive) return drive
    const made = await findDriveByOwner(writer, ownerSub)
    if (!made) throw new Error('a drive that another call had made was gone at once')
    return made
  }
}
