import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { RefreshTokenRow, SessionRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import { FIRST_PARTY_SCOPE, resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { findUser } from '../users/users.ts'
import type { AccessTokens } from './access-token.ts'
import { hashRefreshToken, successorOf } from './refresh-token.ts'
import { insertRefreshToken, markRefreshTokenUsed, selectRefreshToken } from './tokens.store.ts'

/** Tabs that wake up together may present the same refresh token this long after its first use. */
const RACE_MS = 30_000

/** A session with the refresh token that its owner holds; made in a transaction, signed after it. */
export interface OpenSession {
  session: SessionRow
  refreshToken: string
}

export interface Tokens {
  open(
    writer: Writer,
    person: { sub: string; clientId: string },
    caller: Caller,
  ): Promise<OpenSession>
  /** Signs; must stay outside of transactions. */
  toCredentials(opened: OpenSession): Promise<Credentials>
  refresh(refreshToken: string, caller: Caller): Promise<Credentials>
  authenticate(accessToken: string): Promise<SignedIn>
}

export interface TokensParts {
  db: Database
  clock: Clock
  random: Random
  refreshKey: Buffer
  refreshTokenTtlMs: number
  accessTokens: AccessTokens
  sessions: Sessions
  events: EventLog
  notices: Notices
}

type Refreshed =
  | { kind: 'rotated'; opened: OpenSession }
  | { kind: 'refused' }
  | { kind: 'wrong-client' }
  | { kind: 'stolen' }

export function createTokens(parts: TokensParts): Tokens {
  const { db, clock, random, refreshKey, refreshTokenTtlMs, accessTokens, sessions } = parts

  async function insertToken(writer: Writer, token: string, session: SessionRow): Promise<void> {
    const nowMs = clock.now()
    await insertRefreshToken(writer, {
      hash: hashRefreshToken(token),
      session_id: session.id,
      created_at: nowMs,
      expires_at: Math.min(nowMs + refreshTokenTtlMs, sessions.endsAt(session)),
      used_at: null,
    })
  }

  async function rotate(
    writer: Writer,
    token: string,
    { caller, clientId }: { caller: Caller; clientId: string | undefined },
  ): Promise<Refreshed> {
    const row = await selectRefreshToken(writer, hashRefreshToken(token))
    const session = row && (await sessions.find(writer, row.session_id))
    if (!row || !session || sessions.isOver(session) || row.expires_at <= clock.now()) {
      return { kind: 'refused' }
    }
    if (clientId !== undefined && clientId !== session.client_id) return { kind: 'wrong-client' }
    const user = await findUser(writer, session.sub)
    if (user?.status !== 'ACTIVE') return { kind: 'refused' }

    const successor = successorOf(token, refreshKey)
    if (await markRefreshTokenUsed(writer, row.hash, clock.now())) {
      await insertToken(writer, successor, session)
      await sessions.touch(writer, session.id)
      return { kind: 'rotated', opened: { session, refreshToken: successor } }
    }
    // A racing transaction may have used it after the first look.
    const used = await selectRefreshToken(writer, row.hash)
    if (used && isRace(used)) {
      return { kind: 'rotated', opened: { session, refreshToken: successor } }
    }
    await sessions.end(writer, session.id)
    await parts.events.record(writer, {
      type: 'account.token_reuse_detected',
      sub: session.sub,
      caller,
      data: { session_id: session.id },
    })
    parts.notices.sendAfterCommit(writer, 'sessionEnded', user, caller)
    return { kind: 'stolen' }
  }

  function isRace({ used_at }: RefreshTokenRow): boolean {
    return used_at !== null && clock.now() - used_at <= RACE_MS
  }

  async function toCredentials({ session, refreshToken }: OpenSession): Promise<Credentials> {
    const { token, expiresIn } = await accessTokens.sign(session)
    return {
      token_type: 'Bearer',
      access_token: token,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      sub: session.sub,
      scope: session.scope,
    }
  }

  return {
    async open(writer, { sub, clientId }, caller) {
      const session = await sessions.start(
        writer,
        { sub, clientId, scope: FIRST_PARTY_SCOPE },
        caller,
      )
      const refreshToken = createSecret(random)
      await insertToken(writer, refreshToken, session)
      return { session, refreshToken }
    },

    toCredentials,

    async refresh(refreshToken, caller) {
      // The token names its client; a caller that names one too must name the same.
      const clientId = caller.clientId ? resolveClient(caller.clientId) : undefined
      // What theft changes must be kept, so the transaction ends well and the refusal follows it.
      const outcome = await db.write((writer) => rotate(writer, refreshToken, { caller, clientId }))
      if (outcome.kind === 'rotated') return toCredentials(outcome.opened)
      throw new ServiceError('invalid_grant', { description: refusals[outcome.kind] })
    },

    async authenticate(accessToken) {
      const claims = await accessTokens.verify(accessToken)
      const live = await db.read((reader) => sessions.findLive(reader, claims))
      if (!live || live.isRevoked || live.status !== 'ACTIVE' || live.session.sub !== claims.sub) {
        throw new ServiceError('unauthenticated', { description: 'the session has ended' })
      }
      const { sub, sessionId, clientId, scope } = claims
      return { sub, sessionId, clientId, scope }
    },
  }
}

const refusals = {
  refused: 'the refresh token is incorrect or expired',
  'wrong-client': 'the refresh token belongs to another client',
  stolen: 'the refresh token was used before; its session has ended',
} as const
