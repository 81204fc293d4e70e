import { createSecretKey } from 'node:crypto'
import type { Credentials } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { RefreshTokenRow, SessionRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSecret, type Random } from '../../kernel/id.ts'
import type { Client } from '../apps/clients.ts'
import { touchGrant } from '../apps/grants.ts'
import { cleanScope, isWithin, parseScope } from '../apps/scopes.ts'
import { FIRST_PARTY_SCOPE, isFirstPartyClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { SessionOrigin, Sessions } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.ts'
import type { AccessTokens } from './access-token.ts'
import { findLiveSession } from './live-session.ts'
import { hashRefreshToken, successorOf } from './refresh-token.ts'
import { createSeenTokens } from './seen-tokens.ts'
import {
  insertRefreshToken,
  markRefreshTokenUsed,
  selectRefresh,
  selectRefreshToken,
} from './tokens.store.ts'

/** Tabs that wake up together may present the same refresh token this long after its first use. */
const RACE_MS = 30_000

export interface RefreshRequest {
  refreshToken: string
  /** Undefined when the caller named none: enough for our own apps, which have nothing to prove. */
  client: Client | undefined
  /** Less than the session may do; the next refresh can have all of it again. */
  scope?: string | undefined
}

/** A session with the refresh token that its owner holds; made in a transaction, signed after it. */
export interface OpenSession {
  session: SessionRow
  refreshToken: string
}

export interface Tokens {
  open(
    writer: Writer,
    person: { sub: string; clientId: string; scope?: string; origin: SessionOrigin },
    caller: Caller,
  ): Promise<OpenSession>
  /** Signs; must stay outside of transactions. */
  toCredentials(opened: OpenSession, scope?: string): Promise<Credentials>
  refresh(
    request: RefreshRequest,
    caller: Caller,
  ): Promise<{ credentials: Credentials; session: SessionRow }>
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
  | { kind: 'wrong-scope' }
  | { kind: 'stolen' }

export function createTokens(parts: TokensParts): Tokens {
  const { db, clock, random, refreshTokenTtlMs, accessTokens, sessions } = parts
  const refreshKey = createSecretKey(parts.refreshKey)
  const seenTokens = createSeenTokens({ db, clock })

  async function insertToken(writer: Writer, token: string, session: SessionRow): Promise<void> {
    const nowMs = clock.now()
    await insertRefreshToken(writer, {
      hash: hashRefreshToken(token),
      session_id: session.id,
      created_at: nowMs,
      expires_at: Math.min(nowMs + refreshTokenTtlMs, sessions.endsAt(session)),
      used_at: null,
      seen_at: null,
    })
  }

  async function rotate(
    writer: Writer,
    { refreshToken: token, client, scope }: RefreshRequest,
    caller: Caller,
  ): Promise<Refreshed> {
    const hash = hashRefreshToken(token)
    const found = await selectRefresh(writer, hash)
    if (!found || sessions.isOver(found.session) || found.expiresAt <= clock.now()) {
      return { kind: 'refused' }
    }
    const { session, status } = found
    const isOwn = client ? client.id === session.client_id : isFirstPartyClient(session.client_id)
    if (!isOwn) return { kind: 'wrong-client' }
    if (!isWithin(parseScope(scope), parseScope(session.scope))) return { kind: 'wrong-scope' }
    // What an administrator has taken from an app since, its sessions do not keep.
    if (client && !isWithin(parseScope(session.scope), client.scope)) return { kind: 'refused' }
    if (status !== 'ACTIVE') return { kind: 'refused' }

    const successor = successorOf(token, refreshKey)
    if (await markRefreshTokenUsed(writer, hash, clock.now())) {
      await insertToken(writer, successor, session)
      await sessions.touch(writer, session.id, caller)
      if (client && !client.isFirstParty) await touchGrant(writer, session, clock.now())
      return { kind: 'rotated', opened: { session, refreshToken: successor } }
    }
    // A racing transaction may have used it after the first look.
    const used = await selectRefreshToken(writer, hash)
    if (used && (isRace(used) || (await isLostAnswer(writer, { session, successor, caller })))) {
      return { kind: 'rotated', opened: { session, refreshToken: successor } }
    }
    // Whoever has copied it could hand it on to a session of their own, at this very moment too: that has the row, and is waited for.
    const user = await lockUser(writer, session.sub)
    const ended = await sessions.endWithHandedOn(writer, session)
    await parts.events.record(writer, {
      type: 'account.token_reuse_detected',
      sub: session.sub,
      caller,
      data: { session_id: session.id, sessions_ended: ended },
    })
    if (user) await parts.notices.queue(writer, 'sessionEnded', user, caller)
    return { kind: 'stolen' }
  }

  function isRace({ used_at }: RefreshTokenRow): boolean {
    return used_at !== null && clock.now() - used_at <= RACE_MS
  }

  /**
   * The device slept or lost the network between our change and our answer: the same device asks
   * again, and nobody has ever used anything of the answer (docs/decisions/009).
   */
  async function isLostAnswer(
    writer: Writer,
    { session, successor, caller }: { session: SessionRow; successor: string; caller: Caller },
  ): Promise<boolean> {
    if (session.device_id === null || session.device_id !== caller.deviceId) return false
    const next = await selectRefreshToken(writer, hashRefreshToken(successor))
    return next?.used_at === null && next.seen_at === null && next.expires_at > clock.now()
  }

  async function toCredentials(
    { session, refreshToken }: OpenSession,
    scope = session.scope,
  ): Promise<Credentials> {
    const refreshHash = hashRefreshToken(refreshToken)
    const { token, expiresIn } = await accessTokens.sign(session, { scope, refreshHash })
    return {
      token_type: 'Bearer',
      access_token: token,
      refresh_token: refreshToken,
      expires_in: expiresIn,
      sub: session.sub,
      scope,
    }
  }

  return {
    async open(writer, { scope = FIRST_PARTY_SCOPE, ...person }, caller) {
      const session = await sessions.start(writer, { ...person, scope }, caller)
      const refreshToken = createSecret(random)
      await insertToken(writer, refreshToken, session)
      return { session, refreshToken }
    },

    toCredentials,

    async refresh(request, caller) {
      // What theft changes must be kept, so the transaction ends well and the refusal follows it.
      const outcome = await db.write((writer) => rotate(writer, request, caller))
      if (outcome.kind === 'rotated') {
        const { opened } = outcome
        const credentials = await toCredentials(opened, cleanScope(request.scope) || undefined)
        return { credentials, session: opened.session }
      }
      if (outcome.kind === 'wrong-scope') {
        throw new ServiceError('invalid_scope', {
          description: 'scope is more than the session was given',
        })
      }
      throw new ServiceError('invalid_grant', { description: refusals[outcome.kind] })
    },

    async authenticate(accessToken) {
      const claims = await accessTokens.verify(accessToken)
      const live = await findLiveSession({ db, sessions }, claims)
      if (!live || live.isRevoked || live.status !== 'ACTIVE' || live.sub !== claims.sub) {
        throw new ServiceError('unauthenticated', { description: 'the session has ended' })
      }
      if (claims.refreshHash !== undefined) await seenTokens.mark(claims.refreshHash)
      const { sub, sessionId, clientId, scope } = claims
      return {
        sub,
        sessionId,
        clientId,
        scope,
        signedInAt: live.authenticatedAt,
        ...(live.byDeviceCode && { byDeviceCode: true }),
      }
    },
  }
}

const refusals = {
  refused: 'the refresh token is incorrect or expired',
  'wrong-client': 'the refresh token belongs to another client',
  stolen: 'the refresh token was used before; its session has ended',
} as const
