import { isServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findUser } from '../users/users.ts'
import type { AccessTokens } from './access-token.ts'
import { findLiveSession } from './live-session.ts'
import { hashRefreshToken } from './refresh-token.ts'
import { selectRefreshToken } from './tokens.store.ts'

/** What a good token says; the same for both kinds. */
export interface TokenFacts {
  kind: 'access_token' | 'refresh_token'
  tokenId: string | undefined
  clientId: string
  sub: string
  scope: string
  issuedAt: number
  expiresAt: number
  /** When the person proved who they are; 0 if that is not known. */
  authenticatedAt: number
}

/** Undefined for a token that is good for nothing, whatever the reason. */
export type Introspect = (token: string) => Promise<TokenFacts | undefined>

/** Who asks about a code, as far as they have proven it. */
export interface CodeAsker {
  /** An app that has shown its secret. */
  clientId?: string | undefined
  /** The holder of a token. */
  token?: TokenFacts | undefined
}

/**
 * CAL-8: whose a code is, as long as it is good for tokens; looking at it does not use it up. A code
 * passes through a browser: only its own app and the person who agreed are told.
 */
export type IntrospectCode = (
  code: string,
  asker: CodeAsker,
) => Promise<{
  token_type?: string
  client_id?: string
  sub?: string
  scope?: string
}>

export interface IntrospectParts {
  db: Database
  clock: Clock
  accessTokens: AccessTokens
  sessions: Sessions
}

export function createIntrospect(parts: IntrospectParts): Introspect {
  const { db, clock, accessTokens, sessions } = parts

  async function readAccessToken(token: string): Promise<TokenFacts | undefined> {
    try {
      const claims = await accessTokens.verify(token)
      const live = await findLiveSession({ db, sessions }, claims)
      if (!live || live.isRevoked || live.status !== 'ACTIVE') return undefined
      return {
        ...claims,
        kind: 'access_token',
        scope: claims.scope.join(' '),
        authenticatedAt: live.authenticatedAt,
      }
    } catch (error) {
      if (isServiceError(error, 'unauthenticated')) return undefined
      throw error
    }
  }

  function readRefreshToken(token: string): Promise<TokenFacts | undefined> {
    return db.read(async (reader) => {
      const row = await selectRefreshToken(reader, hashRefreshToken(token))
      if (!row || row.used_at !== null || row.expires_at <= clock.now()) return undefined
      const session = await sessions.find(reader, row.session_id)
      if (!session || sessions.isOver(session)) return undefined
      const user = await findUser(reader, session.sub)
      if (user?.status !== 'ACTIVE') return undefined
      return {
        kind: 'refresh_token',
        tokenId: undefined,
        clientId: session.client_id,
        sub: session.sub,
        scope: session.scope,
        issuedAt: row.created_at,
        expiresAt: row.expires_at,
        authenticatedAt: session.authenticated_at,
      }
    })
  }

  // Refresh tokens have no dots; whatever has them is either ours or nothing.
  return (token) => (token.includes('.') ? readAccessToken(token) : readRefreshToken(token))
}
