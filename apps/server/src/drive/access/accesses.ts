import type { Right } from '@awan/protocol/drive'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from './access.ts'
import type { Person } from './actor.ts'
import { listReached } from './grants.store.ts'
import { type LinkHolder, parseLinkHolder } from './link-holder.ts'
import { unknownDrive } from './open-drive.ts'
import { notFound } from './open-node.ts'
import { granteesOf } from './resolve-tops.ts'
import type { Visit } from './visits.ts'

/** The drive that belongs to a person, made when it is first asked for. */
export type OwnDrive = (ownerSub: string) => Promise<DriveRow>

/** Every way into a drive begins here. */
export interface Accesses {
  /** For a call: the drive that it names, else the caller's own, or for a visitor the one of their link. */
  of(caller: Person | Visit, driveId: string | undefined, right: Right): Promise<Access>
  /** For whoever comes with a signed link: the one that it was made for, if they are still let in. */
  ofLink(driveId: string, holder: LinkHolder): Promise<Access>
  /** The drives that a person reaches: their own first, then those that others let them into. */
  reached(person: Person): Promise<ReachedId[]>
}

/** A drive, with whether all of it is shared with the person or only some of its folders and files. */
export interface ReachedId {
  driveId: string
  isWhole: boolean
}

export interface AccessesOptions {
  db: Database
  clock: Clock
  people: PeopleDirectory
  ownDrive: OwnDrive
}

export function createAccesses({ db, clock, people, ownDrive }: AccessesOptions): Accesses {
  return {
    async of(caller, driveId, right) {
      if ('driveId' in caller) {
        if (driveId !== undefined && driveId !== caller.driveId) throw unknownDrive()
        return { driveId: caller.driveId, actor: caller.actor, right }
      }
      if (driveId !== undefined) return { driveId, actor: caller, right }
      const own = await ownDrive(caller.sub)
      return { driveId: own.id, actor: caller, right, glance: own }
    },

    async ofLink(driveId, holder) {
      const parsed = parseLinkHolder(holder)
      if (!parsed) throw notFound()
      if ('visitor' in parsed) return { driveId, actor: parsed.visitor, right: 'view' }
      const { sessionId } = parsed
      const sub = await db.read((reader) => people.personOfSession(reader, sessionId))
      if (sub === undefined) throw notFound()
      return { driveId, actor: { kind: 'person', sub, sessionId }, right: 'view' }
    },

    async reached(person) {
      const own = await ownDrive(person.sub)
      const others = await db.read(async (reader) => {
        const grantees = await granteesOf(reader, people, person.sub)
        return listReached(reader, grantees, clock.now())
      })
      const reached = others.map(({ drive_id, whole }) => ({
        driveId: drive_id,
        isWhole: Number(whole) > 0,
      }))
      return [
        { driveId: own.id, isWhole: true },
        ...reached.filter(({ driveId }) => driveId !== own.id),
      ]
    },
  }
}
