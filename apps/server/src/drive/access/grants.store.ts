import type { Reader, Writer } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'

export async function insertGrant(writer: Writer, row: GrantRow): Promise<void> {
  await writer.insertInto('grants').values(row).execute()
}

export function findGrant(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<GrantRow | undefined> {
  return reader
    .selectFrom('grants')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of one drive that are for one of these, and not over. */
export function listGrantsFor(
  reader: Reader,
  driveId: string,
  grantees: readonly Grantee[],
  now: number,
): Promise<GrantRow[]> {
  return reader
    .selectFrom('grants')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('grantee', 'in', grantees.map(toGranteeText))
    .where((grant) => grant.or([grant('expires_at', 'is', null), grant('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
}

/** Of all drives: where one of these has been let in. */
export function listReached(
  reader: Reader,
  grantees: readonly Grantee[],
  now: number,
): Promise<{ drive_id: string }[]> {
  return reader
    .selectFrom('grants')
    .select('drive_id')
    .distinct()
    .where('grantee', 'in', grantees.map(toGranteeText))
    .where((grant) => grant.or([grant('expires_at', 'is', null), grant('expires_at', '>', now)]))
    .orderBy('drive_id')
    .execute()
}

export function listGrantsOn(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<GrantRow[]> {
  return reader
    .selectFrom('grants')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .orderBy('id')
    .execute()
}

export async function updateGrant(
  writer: Writer,
  { drive_id, id }: Pick<GrantRow, 'drive_id' | 'id'>,
  set: Partial<Pick<GrantRow, 'role' | 'expires_at' | 'epoch'>>,
): Promise<void> {
  await writer
    .updateTable('grants')
    .set(set)
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteGrant(
  writer: Writer,
  { drive_id, id }: Pick<GrantRow, 'drive_id' | 'id'>,
): Promise<void> {
  await writer.deleteFrom('grants').where('drive_id', '=', drive_id).where('id', '=', id).execute()
}

export async function deleteGrantsOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  await writer
    .deleteFrom('grants')
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
}

/** Who a grant is for. */
export type Grantee =
  | { kind: 'person'; sub: string }
  | { kind: 'group'; groupId: string }
  | { kind: 'link' }

export function toGranteeText(grantee: Grantee): string {
  if (grantee.kind === 'person') return `person:${grantee.sub}`
  return grantee.kind === 'group' ? `group:${grantee.groupId}` : 'link'
}
