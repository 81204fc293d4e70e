import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedChange, createPreparedQuery } from '../../db/prepared-query.ts'
import type { RefreshTokenRow, SessionRow, UserRow } from '../../db/tables.ts'
import { sessionsQuery } from '../sessions/sessions.ts'

export async function selectRefreshToken(
  reader: Reader,
  hash: string,
): Promise<RefreshTokenRow | undefined> {
  return reader.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

/** A refresh token with all that decides about it, in one look. */
export async function selectRefresh(
  reader: Reader,
  hash: string,
): Promise<{ expiresAt: number; session: SessionRow; status: UserRow['status'] } | undefined> {
  const [row] = await reader.run(refreshQuery, { hash })
  if (!row) return undefined
  const { expires_at: expiresAt, status, ...session } = row
  return { expiresAt, session, status }
}

export const refreshQuery = createPreparedQuery('refresh', ['hash'], (reader, { hash }) =>
  sessionsQuery(reader)
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select(['sessions.id', 'sessions.sub', 'sessions.client_id', 'sessions.scope'])
    .select(['sessions.device_id', 'sessions.device_name', 'sessions.user_agent'])
    .select(['sessions.created_at', 'sessions.last_seen_at', 'sessions.ended_at'])
    .select(['sessions.authenticated_at', 'sessions.root_id', 'sessions.by_device_code'])
    .select(['sessions.address', 'refresh_tokens.expires_at', 'users.status'])
    .where('refresh_tokens.hash', '=', hash),
)

/** Everything that decides about an access token, in one point read: it runs before every call. */
export const liveSessionQuery = createPreparedQuery(
  'live_session',
  ['sessionId', 'tokenId'],
  (reader, { sessionId, tokenId }) =>
    sessionsQuery(reader)
      .leftJoin('spent_tokens', (join) => join.on('spent_tokens.id', '=', tokenId))
      .select(['sessions.sub', 'sessions.client_id', 'sessions.created_at', 'sessions.ended_at'])
      .select(['sessions.authenticated_at', 'sessions.by_device_code'])
      // Not null when this very access token was revoked.
      .select(['users.status', 'spent_tokens.id as spent_id'])
      .where('sessions.id', '=', sessionId)
      .where('sessions.ended_at', 'is', null),
)

export async function insertRefreshToken(writer: Writer, row: RefreshTokenRow): Promise<void> {
  writer.post(insertion, { ...row })
}

const insertion = createPreparedChange(
  'insert_refresh_token',
  ['hash', 'session_id', 'created_at', 'expires_at', 'used_at', 'seen_at'],
  (writer, row) => writer.insertInto('refresh_tokens').values(row),
)

/** True for exactly one of all callers that ever use this token, however they race. */
export async function markRefreshTokenUsed(
  writer: Writer,
  hash: string,
  nowMs: number,
): Promise<boolean> {
  const marked = await writer.run(marking, { hash, now: nowMs })
  return marked.length > 0
}

const marking = createPreparedChange(
  'mark_refresh_token',
  ['hash', 'now'],
  (writer, { hash, now }) =>
    writer
      .updateTable('refresh_tokens')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .returning('hash'),
)

/** An access token that came with it was used: its answer has arrived. */
export async function markRefreshTokenSeen(
  writer: Writer,
  hash: string,
  nowMs: number,
): Promise<void> {
  writer.post(seeing, { hash, now: nowMs })
}

const seeing = createPreparedChange('see_refresh_token', ['hash', 'now'], (writer, { hash, now }) =>
  writer
    .updateTable('refresh_tokens')
    .set({ seen_at: now })
    .where('hash', '=', hash)
    .where('seen_at', 'is', null),
)

/** Used tokens stay until here, so that a stolen one is still recognised. */
export async function deleteExpiredRefreshTokens(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('refresh_tokens').where('expires_at', '<=', nowMs).execute()
}

/** False when the id was spent before. */
export async function insertSpentToken(
  writer: Writer,
  row: { id: string; expires_at: number },
): Promise<boolean> {
  const inserted = await writer
    .insertInto('spent_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function hasSpentToken(reader: Reader, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom('spent_tokens')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredSpentTokens(writer: Writer, nowMs: number): Promise<void> {
  await writer.deleteFrom('spent_tokens').where('expires_at', '<=', nowMs).execute()
}
