import type { Reader, Writer } from '../../db/database.ts'

export interface Window {
  points: number
  expires_at: number
}

/**
 * Adds points to a key in one statement, so that no two processes can both see room for the last
 * one. A window that has passed starts anew.
 */
export async function addPoints(
  writer: Writer,
  key: string,
  { points, nowMs, windowMs }: { points: number; nowMs: number; windowMs: number },
): Promise<Window> {
  const expiresAt = nowMs + windowMs
  return writer
    .insertInto('rate_limits')
    .values({ key, points, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        points: eb
          .case()
          .when('rate_limits.expires_at', '<=', nowMs)
          .then(points)
          .else(eb('rate_limits.points', '+', points))
          .end(),
        expires_at: eb
          .case()
          .when('rate_limits.expires_at', '<=', nowMs)
          .then(expiresAt)
          .else(eb.ref('rate_limits.expires_at'))
          .end(),
      })),
    )
    .returning(['points', 'expires_at'])
    .executeTakeFirstOrThrow()
}

export async function takePointsBack(writer: Writer, key: string, points: number): Promise<void> {
  await writer
    .updateTable('rate_limits')
    .set((eb) => ({ points: eb('points', '-', points) }))
    .where('key', '=', key)
    .where('points', '>=', points)
    .execute()
}

export async function readPoints(
  reader: Reader,
  keys: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom('rate_limits')
    .select(['key', 'points'])
    .where('key', 'in', keys)
    .where('expires_at', '>', nowMs)
    .execute()
  return new Map(rows.map(({ key, points }) => [key, points]))
}

export async function deleteKeys(writer: Writer, keys: readonly string[]): Promise<void> {
  await writer.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}

export async function deleteExpiredPoints(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('rate_limits').where('expires_at', '<=', nowMs).execute()
}
