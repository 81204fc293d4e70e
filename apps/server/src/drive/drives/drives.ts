import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { RecordArrivals } from '../access/arriving.ts'
import type { Drives } from '../access/drives.ts'
import { openDrive } from '../access/open-drive.ts'
import { ChangeLog } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
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
}

export function createDrives({
  db,
  clock,
  people,
  tellSeq,
  recordArrivals,
}: DrivesOptions): Drives {
  const open = async (reader: Reader, access: Access) =>
    openDrive(reader, await findDrive(reader, access.driveId), access, { people, now: clock.now() })
  return {
    read: (access, work) => db.read(async (reader) => work(reader, await open(reader, access))),
    readLong: (access, work) =>
      db.readLong(async (reader) => work(reader, await open(reader, access))),

    transact: (access, work) =>
      db.write(async (writer) => {
        // First of all: the lock on this row puts the writers of one drive in a queue on PostgreSQL.
        const bumped = await bumpSeq(writer, access.driveId)
        const row = bumped && (await withNumbers(writer, bumped))
        const now = clock.now()
        const drive = await openDrive(writer, row, access, { people, now })
        const { actorId } = drive.reach
        const changes = new ChangeLog(drive, actorId, now, tellSeq)
        const { record: recordChange, recordGone } = changes
        const newNumber = numberNodes(drive)
        const changing = { drive, writer, now, actorId, recordChange, recordGone, newNumber }
        const result = await work(changing)
        const { arriving, actor } = drive.reach
        if (arriving && arriving.nodes.length > 0 && actor.kind === 'visitor') {
          const { nodes, bytes } = arriving
          const { id: driveId, owner_sub: ownerSub } = drive
          await recordArrivals?.(writer, { driveId, ownerSub, visitor: actor, nodes, bytes })
        }
        await changes.write(writer)
        return result
      }),
  }
}
