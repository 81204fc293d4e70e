import type { PeopleDirectory } from '../../account/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { TellSeq } from '../changes/signals.ts'
import { deleteAlias, saveAlias } from './aliases.store.ts'
import type { Drives } from './drives.ts'
import { findGrant, listGrantsFor } from './grants.store.ts'
import { tellGrantees, toGranteeText, unknownGrant } from './grants.ts'
import { findOpenNode } from './open-node.ts'
import { granteesOf } from './resolve-tops.ts'
import { isTeamDrive } from './team-drive.ts'

export {
  deleteAliasesOf,
  findAlias,
  handOverAliases,
  listAliasesOf,
  type NodeAlias,
} from './aliases.store.ts'

/** Gives what is shared with a person a name of their own, or takes it away. It ends with the grant. */
export type SetAlias = (
  sub: string,
  share: { driveId: string; grantId: string },
  alias: string | null,
) => Promise<void>

export function createSetAlias({
  drives,
  people,
  clock,
  tellSeq,
}: {
  drives: Drives
  people: PeopleDirectory
  clock: Clock
  tellSeq?: TellSeq | undefined
}): SetAlias {
  return (sub, { driveId, grantId }, alias) => {
    const access = { driveId, actor: { kind: 'person', sub }, right: 'view' } as const
    return drives.transact(access, async ({ writer, drive }) => {
      const grantees = await granteesOf(writer, people, sub)
      const grant = await findGrant(writer, driveId, grantId)
      const isTheirs = grant && grantees.map(toGranteeText).includes(grant.grantee)
      const node = isTheirs ? await findOpenNode(writer, drive, grant.node_id) : undefined
      // A team drive as a whole has a name for everybody.
      if (!node || (isTeamDrive(drive) && node.id === drive.root_id)) throw unknownGrant()
      // Who was given the same thing twice calls it the same twice.
      for (const { id, node_id } of await listGrantsFor(writer, driveId, grantees, clock.now())) {
        if (node_id !== node.id) continue
        const key = { drive_id: driveId, grant_id: id, person_sub: sub }
        if (alias === null) await deleteAlias(writer, key)
        else await saveAlias(writer, { ...key, alias })
      }
      await tellGrantees(writer, [{ kind: 'person', sub }], tellSeq)
    })
  }
}
