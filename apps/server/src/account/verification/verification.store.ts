import type { Reader, Writer } from '../../db/database.ts'
import type { VerificationRow } from '../../db/tables.ts'

export async function insertVerification(writer: Writer, row: VerificationRow): Promise<void> {
  await writer.insertInto('verifications').values(row).execute()
}

export async function deleteVerification(writer: Writer, id: string): Promise<void> {
  await writer.deleteFrom('verifications').where('id', '=', id).execute()
}

/** Takes one try, if there is one left; racing guesses cannot share it. */
export async function takeTry(
  writer: Writer,
  id: string,
  { maxTries, nowMs }: { maxTries: number; nowMs: number },
): Promise<VerificationRow | undefined> {
  return writer
    .updateTable('verifications')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', nowMs)
    .where('token_hash', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setVerificationToken(
  writer: Writer,
  id: string,
  token: { hash: string; expiresAt: number },
): Promise<void> {
  await writer
    .updateTable('verifications')
    .set({ token_hash: token.hash, token_expires_at: token.expiresAt })
    .where('id', '=', id)
    .execute()
}

export async function selectByTokenHash(
  reader: Reader,
  hash: string,
): Promise<VerificationRow | undefined> {
  return reader
    .selectFrom('verifications')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

/** True for exactly one of all callers that ever present this token. */
export async function markTokenUsed(writer: Writer, id: string, nowMs: number): Promise<boolean> {
  const marked = await writer
    .updateTable('verifications')
    .set({ used_at: nowMs })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export async function deleteOldVerifications(writer: Writer, beforeMs: number): Promise<void> {
  await writer.deleteFrom('verifications').where('expires_at', '<=', beforeMs).execute()
}
