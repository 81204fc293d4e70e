import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { ChangeLog, type RecordChange } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { insertRoot } from '../nodes/root.ts'
import { bumpSeq, driveOf, findDrive, findDriveByOwner, insertDrive } from './drives.store.ts'

/** One transaction on one drive. Its writers wait for each other, so what it reads stays true. */
export interface DriveTransaction {
  /** As it stands in this transaction, `seq` already raised. */
  readonly drive: DriveRow
  readonly writer: Writer
  readonly now: number
  readonly actorSub: string
  readonly recordChange: RecordChange
}

export interface Drives {
  /** The drive of this person, made at the first access. Nobody reaches a drive in another way. */
  of(ownerSub: string): Promise<DriveRow>
  read<T>(driveId: string, work: (reader: Reader, drive: DriveRow) => Promise<T>): Promise<T>
  /** For reads that scan: off the event loop on SQLite. */
  readLong<T>(driveId: string, work: (reader: Reader, drive: DriveRow) => Promise<T>): Promise<T>
  transact<T>(
    driveId: string,
    actorSub: string,
    work: (transaction: DriveTransaction) => Promise<T>,
  ): Promise<T>
}

export interface DrivesOptions {
  db: Database
  clock: Clock
  random: Random
  /** Bytes that a new drive may hold; undefined is no limit. */
  defaultQuotaBytes: number | undefined
  /** Told of each drive that has changed. */
  tellSeq?: TellSeq | undefined
}

export function createDrives(options: DrivesOptions): Drives {
  const { db, clock, random, defaultQuotaBytes, tellSeq } = options
  return {
    async of(ownerSub) {
      const known = await db.readOne(driveOf, { ownerSub })
      return known ?? (await db.write((writer) => makeDrive(writer, ownerSub)))
    },

    read: (driveId, work) => db.read((reader) => readDrive(reader, driveId, work)),
    readLong: (driveId, work) => db.readLong((reader) => readDrive(reader, driveId, work)),

    transact: (driveId, actorSub, work) =>
      db.write(async (writer) => {
        // First of all: the lock on this row puts the writers of one drive in a queue on PostgreSQL.
        const drive = (await bumpSeq(writer, driveId)) ?? unknownDrive()
        const now = clock.now()
        const changes = new ChangeLog(drive, actorSub, now, tellSeq)
        const result = await work({ drive, writer, now, actorSub, recordChange: changes.record })
        await changes.write(writer)
        return result
      }),
  }

  async function makeDrive(writer: Writer, ownerSub: string): Promise<DriveRow> {
    const now = clock.now()
    const drive: DriveRow = {
      id: createId(random, now),
      owner_sub: ownerSub,
      root_id: createId(random, now),
      quota_bytes: defaultQuotaBytes ?? null,
      used_bytes: 0,
      reserved_bytes: 0,
      seq: 0,
      forgotten_seq: 0,
      created_at: now,
    }
    if (await insertDrive(writer, drive)) {
      await insertRoot(writer, drive)
      return drive
    }
    return (await findDriveByOwner(writer, ownerSub)) ?? unknownDrive()
  }
}

/** Looks at a drive that is known to be of whoever asks. */
export async function readDrive<T>(
  reader: Reader,
  driveId: string,
  work: (reader: Reader, drive: DriveRow) => Promise<T>,
): Promise<T> {
  return work(reader, (await findDrive(reader, driveId)) ?? unknownDrive())
}

function unknownDrive(): never {
  throw new ServiceError('not_found', { description: 'no such drive' })
}
