import type { PeopleDirectory } from '../../account/index.ts'
import type { Writer } from '../../db/database.ts'
import { listManagedBy, needsManager } from '../access/grants.ts'
import { hasLivingManager } from '../access/living-manager.ts'
import { lockTeamDrive } from '../drives/drive-rows.ts'

/**
 * Before some groups lose a member, or all of them: looks at the team drives that they manage. Gives what refuses it, in the same
 * transaction, where a drive that had a manager has none afterwards.
 */
export async function keepManagers(
  writer: Writer,
  people: Pick<PeopleDirectory, 'isActive' | 'peopleIn'>,
  groupIds: readonly string[],
): Promise<() => Promise<void>> {
  const grantees = groupIds.map((groupId) => ({ kind: 'group', groupId }) as const)
  const managed: { id: string; root_id: string }[] = []
  for (const id of await listManagedBy(writer, grantees)) {
    // Locked in one order, so that nobody takes out the other manager meanwhile.
    const drive = await lockTeamDrive(writer, id)
    if (drive && (await hasLivingManager(writer, people, drive))) managed.push(drive)
  }
  return async () => {
    for (const drive of managed) {
      if (!(await hasLivingManager(writer, people, drive))) throw needsManager()
    }
  }
}
