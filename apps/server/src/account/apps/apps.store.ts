import type { Reader, Writer } from '../../db/database.ts'
import type { AppRow } from '../../db/tables.ts'

export async function selectApp(reader: Reader, id: string): Promise<AppRow | undefined> {
  return reader.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first. There are as many as an administrator has typed in. */
export async function selectApps(reader: Reader): Promise<AppRow[]> {
  return reader.selectFrom('apps').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Of the public apps that are enabled. */
export async function selectBrowserRedirectUris(reader: Reader): Promise<string[][]> {
  const rows = await reader
    .selectFrom('apps')
    .select('redirect_uris')
    .where('is_enabled', '=', 1)
    .where('secret_hash', 'is', null)
    .execute()
  return rows.map(({ redirect_uris }) => JSON.parse(redirect_uris) as string[])
}

export async function insertApp(writer: Writer, row: AppRow): Promise<void> {
  await writer.insertInto('apps').values(row).execute()
}

export async function updateApp(
  writer: Writer,
  id: string,
  changes: Partial<Omit<AppRow, 'id'>>,
): Promise<AppRow | undefined> {
  return writer
    .updateTable('apps')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteApp(writer: Writer, id: string): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('apps')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function countApps(reader: Reader): Promise<number> {
  const { n } = await reader
    .selectFrom('apps')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
