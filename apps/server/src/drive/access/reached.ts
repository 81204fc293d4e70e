import type { ReachedDrive } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Accesses } from './accesses.ts'
import type { Person } from './actor.ts'
import type { Drives } from './drives.ts'
import { findGrantOn, toGranteeText } from './grants.store.ts'
import { openNodes } from './open-node.ts'
import { granteesOf } from './resolve-tops.ts'
import { isTeamDrive } from './team-drive.ts'
import { toldQuota } from './told-quota.ts'

/** Where a person is let in. */
export interface Reached {
  /** Their own drive first. */
  list(person: Person): Promise<ReachedDrive[]>
}

export function createReached({
  accesses,
  drives,
  people,
}: {
  accesses: Accesses
  drives: Drives
  people: PeopleDirectory
}): Reached {
  return {
    async list(person) {
      const found: ReachedDrive[] = []
      for (const { driveId } of await accesses.reached(person)) {
        const drive = await describe(person, driveId)
        if (drive) found.push(drive)
      }
      return found
    },
  }

  /** Of a member, those that are theirs alone. */
  async function listOwnGrants(reader: Reader, drive: DriveRow, sub: string): Promise<string[]> {
    const ids: string[] = []
    for (const grantee of await granteesOf(reader, people, sub)) {
      if (grantee.kind === 'group') continue
      const place = { driveId: drive.id, nodeId: drive.root_id, grantee: toGranteeText(grantee) }
      const grant = await findGrantOn(reader, place)
      if (grant) ids.push(grant.id)
    }
    return ids
  }

  async function describe(person: Person, driveId: string): Promise<ReachedDrive | undefined> {
    const access = { driveId, actor: person, right: 'view' } as const
    try {
      return await drives.read(access, async (reader, drive) => {
        const { reach } = drive
        const tops = await openNodes(
          reader,
          drive,
          reach.tops.map(({ nodeId }) => nodeId),
        )
        const own = drive.owner_sub === person.sub
        const [owner] = await people.describePeople(reader, [drive.owner_sub])
        return {
          id: drive.id,
          kind: isTeamDrive(drive) ? 'team' : own ? 'own' : 'shared',
          name: drive.name ?? owner?.name ?? '',
          own,
          owner: drive.owner_sub,
          role: reach.role,
          ...(reach.rootId === undefined ? {} : { root_id: reach.rootId }),
          ...toldQuota(drive),
          grant_ids: isTeamDrive(drive) ? await listOwnGrants(reader, drive, person.sub) : [],
          tops: reach.tops.flatMap(({ nodeId, role }) => {
            const node = tops.get(nodeId)
            return node ? { id: nodeId, name: node.name, kind: node.kind, role } : []
          }),
        }
      })
    } catch (error) {
      // A grant may be there and open nothing: its folder is in the trash, or its granter has lost the right.
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }
}
