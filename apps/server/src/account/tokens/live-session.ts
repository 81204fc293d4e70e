import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { liveSessionQuery } from './tokens.store.ts'

/** What decides about an access token. */
export interface LiveSession {
  sub: string
  status: UserRow['status']
  authenticatedAt: number
  byDeviceCode: boolean
  /** Whether this very access token was revoked. */
  isRevoked: boolean
}

/** Undefined when the session ended or is past its absolute limit. */
export async function findLiveSession(
  { db, sessions }: { db: Database; sessions: Pick<Sessions, 'isOver'> },
  { sessionId, tokenId }: { sessionId: string; tokenId: string },
): Promise<LiveSession | undefined> {
  const row = await db.readOne(liveSessionQuery, { sessionId, tokenId })
  if (!row || sessions.isOver(row)) return undefined
  return {
    sub: row.sub,
    status: row.status,
    authenticatedAt: row.authenticated_at,
    byDeviceCode: row.by_device_code === 1,
    isRevoked: row.spent_id !== null,
  }
}
