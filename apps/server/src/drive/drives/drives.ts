import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { OneByOne } from '../../kernel/one-by-one.ts'
import type { Access } from '../access/access.ts'
import { toAskerId } from '../access/actor.ts'
import type { RecordArrivals } from '../access/arriving.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { KnownTops } from '../access/known-tops.ts'
import { openDrive } from '../access/open-drive.ts'
import { ChangeLog } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { NodeRoom } from '../nodes/node-room.ts'
import { bumpSeq, findDrive } from './drives.store.ts'
import { numberNodes, withNumbers } from './node-numbers.ts'

export interface DrivesOptions {
  db: Database
  clock: Clock
  people: PeopleDirectory
  /** Told of each drive that has changed. */
  tellSeq?: TellSeq | undefined
  /** Keeps what a visitor has added by a link. */
  recordArrivals?: RecordArrivals | undefined
  /** How many files and folders a drive has at most, its trash included. */
  maxNodes?: number | undefined
}

/** So many long reads of one person, or of all visitors of a link, wait for each other at a time. */
const MAX_WAITING_READS = 100

export function createDrives({
  db,
  clock,
  people,
  tellSeq,
  recordArrivals,
  maxNodes,
}: DrivesOptions): Drives {
  const nodeRoom = new NodeRoom({ clock, maxNodes })
  // There are few readers for them, and nobody keeps more than one from the others.
  const longReads = new OneByOne({ maxWaiting: MAX_WAITING_READS, refuse: tooManyReads })
  const known = new KnownTops()
  const open = async (reader: Reader, access: Access) => {
    const parts = { people, now: clock.now(), known }
    return openDrive(reader, await findDrive(reader, access.driveId), access, parts)
  }
  return {
    read: (access, work) => db.read(async (reader) => work(reader, await open(reader, access))),
    readLong: (access, work) =>
      longReads.take(toAskerId(access.actor), () =>
        db.readLong(async (reader) => work(reader, await open(reader, access))),
      ),

    async transact(access, work, { onUndone } = {}) {
      /** Whether all was written, and only the commit was left. */
      let isWhole = false
      try {
        return await db.write(
          async (writer) => {
            isWhole = false
            const result = await write(writer, access, work)
            isWhole = true
            return result
          },
          { queue: access.driveId },
        )
      } catch (error) {
        // What cannot be taken back now is found by housekeeping.
        if (!isWhole) await onUndone?.().catch(() => undefined)
        throw error
      }
    },
  }

  async function write<T>(
    writer: Writer,
    access: Access,
    work: (transaction: DriveTransaction) => Promise<T>,
  ): Promise<T> {
    // First of all: the writers of other processes wait for the lock on this row, on PostgreSQL.
    const bumped = await bumpSeq(writer, access.driveId)
    const row = bumped && (await withNumbers(writer, bumped))
    const now = clock.now()
    const drive = await openDrive(writer, row, access, { people, now })
    await drive.locks?.remember(writer)
    const { actorId } = drive.reach
    const changes = new ChangeLog(drive, actorId, now, tellSeq)
    const { record: recordChange, recordGone } = changes
    let made = 0
    const nextNumber = numberNodes(drive)
    const newNumber = () => {
      made++
      return nextNumber()
    }
    const changing = { drive, writer, now, actorId, recordChange, recordGone, newNumber }
    const result = await work(changing)
    await nodeRoom.require(writer, access, made)
    const { arriving, actor } = drive.reach
    if (arriving && arriving.nodes.length > 0 && actor.kind === 'visitor') {
      const { nodes, bytes } = arriving
      const { id: driveId, owner_sub: ownerSub } = drive
      await recordArrivals?.(writer, { driveId, ownerSub, visitor: actor, nodes, bytes })
    }
    if (drive.locks) await drive.locks.requireFor(writer, changes.events)
    await changes.write(writer)
    return result
  }
}

function tooManyReads(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description:
      'too many of your requests that take long are waiting: send fewer of them at a time',
    details: [{ '@type': ERROR_INFO, domain: 'drive', metadata: { retry_after: '5' } }],
  })
}
