import type { Reader, Writer } from '../../db/database.ts'
import type { PasskeyRow } from '../../db/tables.ts'

export async function selectPasskey(reader: Reader, id: string): Promise<PasskeyRow | undefined> {
  return reader.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Oldest first. */
export async function selectPasskeys(reader: Reader, sub: string): Promise<PasskeyRow[]> {
  return reader
    .selectFrom('passkeys')
    .selectAll()
    .where('sub', '=', sub)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** False when the credential is already registered, by anybody. */
export async function insertPasskey(writer: Writer, row: PasskeyRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updatePasskeyName(
  writer: Writer,
  { id, sub, name }: Pick<PasskeyRow, 'id' | 'sub' | 'name'>,
): Promise<PasskeyRow | undefined> {
  return writer
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

/**
 * False when the counter has not grown: somebody else has counted with the same key. Authenticators
 * that do not count say 0 for ever. However calls race, each count is taken once.
 */
export async function raiseCounter(
  writer: Writer,
  id: string,
  used: { counter: number; is_backed_up: number; last_used_at: number },
): Promise<boolean> {
  const raised = await writer
    .updateTable('passkeys')
    .set(used)
    .where('id', '=', id)
    .where((eb) => (used.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', used.counter)))
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}

export async function deletePasskey(
  writer: Writer,
  { id, sub }: Pick<PasskeyRow, 'id' | 'sub'>,
): Promise<PasskeyRow | undefined> {
  return writer
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('sub', '=', sub)
    .returningAll()
    .executeTakeFirst()
}

export function selectPasskeysForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'is_backed_up', 'created_at', 'last_used_at'])
    .where('sub', '=', sub)
    .orderBy('id')
    .execute()
}

export async function countPasskeys(reader: Reader, sub: string): Promise<number> {
  const { n } = await reader
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sub', '=', sub)
    .executeTakeFirstOrThrow()
  return Number(n)
}
