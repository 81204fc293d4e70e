import type { Reader, Writer } from '../../db/database.ts'
import type { SessionRow, UserRow } from '../../db/tables.ts'

export async function insertSession(writer: Writer, row: SessionRow): Promise<void> {
  await writer.insertInto('sessions').values(row).execute()
}

export interface LiveSession {
  session: SessionRow
  status: UserRow['status']
  /** Whether this very access token was revoked. */
  isRevoked: boolean
}

/** Everything that decides about a token, in one point read: it runs before every call. */
export async function selectLiveSession(
  reader: Reader,
  { sessionId, tokenId }: { sessionId: string; tokenId: string },
): Promise<LiveSession | undefined> {
  const row = await reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.sub', 'sessions.sub')
    .leftJoin('spent_tokens', (join) => join.on('spent_tokens.id', '=', tokenId))
    .selectAll('sessions')
    .select(['users.status', 'spent_tokens.id as spent_id'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, spent_id, ...session } = row
  return { session, status, isRevoked: spent_id !== null }
}

export async function selectSession(
  reader: Reader,
  sessionId: string,
): Promise<SessionRow | undefined> {
  return reader.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()
}

/** Whether the person was here before, and whether on this device. */
export async function selectEarlierVisits(
  reader: Reader,
  sub: string,
  device: { deviceId: string | null; userAgent: string | null },
): Promise<{ any: boolean; onDevice: boolean }> {
  const earlier = reader.selectFrom('sessions').select('id').where('sub', '=', sub).limit(1)
  const any = await earlier.executeTakeFirst()
  // A browser that keeps no device id is told apart by what it says it is.
  const onDevice =
    device.deviceId === null
      ? earlier
          .where('device_id', 'is', null)
          .where('user_agent', 'is not distinct from', device.userAgent)
      : earlier.where('device_id', '=', device.deviceId)
  return { any: any !== undefined, onDevice: (await onDevice.executeTakeFirst()) !== undefined }
}

export async function touchSession(writer: Writer, id: string, nowMs: number): Promise<void> {
  await writer.updateTable('sessions').set({ last_seen_at: nowMs }).where('id', '=', id).execute()
}

/** False when it had ended before. */
export async function endSession(writer: Writer, id: string, nowMs: number): Promise<boolean> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function endOtherSessions(
  writer: Writer,
  { sub, keepId, nowMs }: { sub: string; keepId: string; nowMs: number },
): Promise<number> {
  const ended = await writer
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('sub', '=', sub)
    .where('id', '!=', keepId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}
