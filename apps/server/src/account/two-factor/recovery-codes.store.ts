import type { Reader, Writer } from '../../db/database.ts'

export async function replaceRecoveryCodes(
  writer: Writer,
  sub: string,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(writer, sub)
  await writer
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ sub, hash, used_at: null })))
    .execute()
}

export async function deleteRecoveryCodes(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('recovery_codes').where('sub', '=', sub).execute()
}

/** True for exactly one of all callers that ever bring this code. */
export async function markRecoveryCodeUsed(
  writer: Writer,
  { sub, hash, nowMs }: { sub: string; hash: string; nowMs: number },
): Promise<boolean> {
  const marked = await writer
    .updateTable('recovery_codes')
    .set({ used_at: nowMs })
    .where('sub', '=', sub)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('sub')
    .executeTakeFirst()
  return marked !== undefined
}

export async function countRecoveryCodes(reader: Reader, sub: string): Promise<number> {
  const { left } = await reader
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number | string>().as('left'))
    .where('sub', '=', sub)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
