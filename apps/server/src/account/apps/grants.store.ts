import type { Reader, Writer } from '../../db/database.ts'
import type { AppGrantRow } from '../../db/tables.ts'

export async function selectGrant(
  reader: Reader,
  { sub, clientId }: { sub: string; clientId: string },
): Promise<AppGrantRow | undefined> {
  return reader
    .selectFrom('app_grants')
    .selectAll()
    .where('sub', '=', sub)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** Oldest first. */
export async function selectGrants(reader: Reader, sub: string): Promise<AppGrantRow[]> {
  return reader
    .selectFrom('app_grants')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created_at')
    .orderBy('client_id')
    .execute()
}

export async function upsertGrant(writer: Writer, row: AppGrantRow): Promise<void> {
  await writer
    .insertInto('app_grants')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['sub', 'client_id'])
        .doUpdateSet({ scope: row.scope, last_used_at: row.last_used_at }),
    )
    .execute()
}

export async function touchGrant(
  writer: Writer,
  { sub, client_id }: Pick<AppGrantRow, 'sub' | 'client_id'>,
  nowMs: number,
): Promise<void> {
  await writer
    .updateTable('app_grants')
    .set({ last_used_at: nowMs })
    .where('sub', '=', sub)
    .where('client_id', '=', client_id)
    .execute()
}

export async function deleteGrant(
  writer: Writer,
  { sub, clientId }: { sub: string; clientId: string },
): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('app_grants')
    .where('sub', '=', sub)
    .where('client_id', '=', clientId)
    .returning('sub')
    .executeTakeFirst()
  return deleted !== undefined
}

export function selectGrantsForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('app_grants')
    .select(['client_id', 'scope', 'created_at', 'last_used_at'])
    .where('sub', '=', sub)
    .orderBy('client_id')
    .execute()
}

export async function countGrants(reader: Reader, sub: string): Promise<number> {
  const { n } = await reader
    .selectFrom('app_grants')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sub', '=', sub)
    .executeTakeFirstOrThrow()
  return Number(n)
}
