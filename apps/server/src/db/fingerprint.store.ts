import type { Reader, Writer } from './database.ts'

export const FINGERPRINT = 'fingerprint'

export async function findFingerprint(reader: Reader): Promise<string | undefined> {
  const row = await reader
    .selectFrom('server_values')
    .select('value')
    .where('name', '=', FINGERPRINT)
    .executeTakeFirst()
  return row?.value
}

/** Of processes that make one at once, the first wins; read it afterwards. */
export async function insertFingerprint(writer: Writer, value: string): Promise<void> {
  await writer
    .insertInto('server_values')
    .values({ name: FINGERPRINT, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function deleteFingerprint(writer: Writer): Promise<void> {
  await writer.deleteFrom('server_values').where('name', '=', FINGERPRINT).execute()
}
