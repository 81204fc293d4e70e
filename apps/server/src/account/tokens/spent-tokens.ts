import type { Database, Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  deleteExpiredRefreshTokens,
  deleteExpiredSpentTokens,
  hasSpentToken,
  insertSpentToken,
} from './tokens.store.ts'

/** True the first time, false ever after: makes a signed token work once, or never again. */
export function spendToken(writer: Writer, id: string, expiresAt: number): Promise<boolean> {
  return insertSpentToken(writer, { id, expires_at: expiresAt })
}

/** Looks without spending it. */
export function isSpent(reader: Reader, id: string): Promise<boolean> {
  return hasSpentToken(reader, id)
}

export async function removeExpiredTokens(db: Database, clock: Clock): Promise<void> {
  await db.write(async (writer) => {
    await deleteExpiredRefreshTokens(writer, clock.now())
    await deleteExpiredSpentTokens(writer, clock.now())
  })
}
