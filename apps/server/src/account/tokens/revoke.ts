import { isServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import { hashRefreshToken } from './refresh-token.ts'
import { insertSpentToken, selectRefreshToken } from './tokens.store.ts'

export interface Revocation {
  token: string
  hint: 'access_token' | 'refresh_token' | undefined
  /** Only a token of this client is revoked; that of another is unknown to it. */
  clientId?: string
}

export type Revoke = (revocation: Revocation, caller: Caller) => Promise<void>

export interface RevokeParts {
  db: Database
  accessTokens: AccessTokens
  sessions: Sessions
  events: EventLog
}

/**
 * RFC 7009: what cannot be revoked needs no revoking, so an unknown token is answered like any other.
 * Revoking a token ends its session, for that is what signing out means; only an access token that
 * is named as such goes alone, and its session lives on by the refresh token.
 */
export function createRevoke({ db, accessTokens, sessions, events }: RevokeParts): Revoke {
  return async ({ token, hint, clientId }, caller) => {
    const claims = await readAccessToken(token)
    if (claims && clientId !== undefined && claims.clientId !== clientId) return
    if (claims && hint === 'access_token') return revokeAlone(claims, caller)
    const sessionId = claims?.sessionId ?? (await findSessionId(token))
    if (sessionId !== undefined) await endSession(sessionId, clientId, caller)
  }

  async function readAccessToken(token: string): Promise<AccessClaims | undefined> {
    // Refresh tokens have no dots; whatever has them is either ours or nothing.
    if (!token.includes('.')) return undefined
    try {
      return await accessTokens.verify(token, { acceptExpired: true })
    } catch (error) {
      if (isServiceError(error, 'unauthenticated')) return undefined
      throw error
    }
  }

  async function findSessionId(token: string): Promise<string | undefined> {
    const row = await db.read((reader) => selectRefreshToken(reader, hashRefreshToken(token)))
    return row?.session_id
  }

  async function revokeAlone(claims: AccessClaims, caller: Caller): Promise<void> {
    const { tokenId, sub, sessionId, expiresAt } = claims
    await db.write(async (writer) => {
      if (!(await insertSpentToken(writer, { id: tokenId, expires_at: expiresAt }))) return
      const data = { session_id: sessionId }
      await events.record(writer, { type: 'account.token_revoked', sub, caller, data })
    })
  }

  async function endSession(
    sessionId: string,
    clientId: string | undefined,
    caller: Caller,
  ): Promise<void> {
    await db.write(async (writer) => {
      const session = await sessions.find(writer, sessionId)
      if (!session || (clientId !== undefined && session.client_id !== clientId)) return
      if (!(await sessions.end(writer, sessionId))) return
      await events.record(writer, {
        type: 'account.signed_out',
        sub: session.sub,
        caller,
        data: { session_id: sessionId },
      })
    })
  }
}
