import type { Reader, Writer } from './database.ts'

export async function readSecret(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Of processes that make the same secret at once, the first wins; read it afterwards. */
export async function insertSecretIfAbsent(
  writer: Writer,
  name: string,
  value: string,
  at: number,
): Promise<void> {
  await writer
    .insertInto('secrets')
    .values({ name, value, created_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function readSecretNames(reader: Reader, prefix: string): Promise<string[]> {
  const rows = await reader.selectFrom('secrets').select('name').execute()
  return rows.map(({ name }) => name).filter((name) => name.startsWith(prefix))
}

export async function deleteSecret(writer: Writer, name: string): Promise<void> {
  await writer.deleteFrom('secrets').where('name', '=', name).execute()
}
