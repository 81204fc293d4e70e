import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import { listManagers, parseGrantee } from './grants.store.ts'

export type ManagerDirectory = Pick<PeopleDirectory, 'isActive' | 'peopleIn'>

/** Some active person who manages a team drive for good, by themselves or in a group; with `exceptSub`, another one. */
export async function hasLivingManager(
  reader: Reader,
  people: ManagerDirectory,
  drive: Pick<DriveRow, 'id' | 'root_id'>,
  { exceptSub }: { exceptSub?: string | undefined } = {},
): Promise<boolean> {
  for (const { grantee } of await listManagers(reader, [drive])) {
    const isLiving = await isLivingGrantee(reader, people, grantee, { exceptSub })
    if (isLiving) return true
  }
  return false
}

/** Whether a grant lets anybody in whose account is active: a group may be empty. */
export async function isLivingGrantee(
  reader: Reader,
  people: ManagerDirectory,
  text: string,
  { exceptSub }: { exceptSub?: string | undefined } = {},
): Promise<boolean> {
  const grantee = parseGrantee(text)
  const subs =
    grantee.kind === 'group'
      ? await people.peopleIn(reader, grantee.groupId)
      : grantee.kind === 'person'
        ? [grantee.sub]
        : []
  for (const sub of subs) {
    if (sub !== exceptSub && (await people.isActive(reader, sub))) return true
  }
  return false
}
