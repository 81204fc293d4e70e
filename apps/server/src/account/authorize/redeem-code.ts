import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { AuthorizationCodeRow, UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Client } from '../apps/clients.ts'
import { touchGrant } from '../apps/grants.ts'
import type { EventLog } from '../events/events.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { OpenGrant } from '../sign-in/open-grant.ts'
import type { Grant } from '../tokens/grant-token.ts'
import { findUser, lockUser } from '../users/users.ts'
import { hashCode } from './authorize.ts'
import { markCodeUsed, selectCode, setCodeSession } from './codes.store.ts'

export interface CodeProof {
  code: string
  redirectUri: string | undefined
  codeVerifier: string | undefined
  client: Client
}

export type RedeemCode = (proof: CodeProof, caller: Caller) => Promise<Grant>

export interface RedeemCodeParts {
  db: Database
  clock: Clock
  sessions: Sessions
  events: EventLog
  openGrant: OpenGrant
}

/** RFC 6749, 4.1.3: every problem with a code gets the same answer. */
export function createRedeemCode(parts: RedeemCodeParts): RedeemCode {
  const { db, clock, sessions, events, openGrant } = parts

  /** One of the two callers may have stolen the code: the session of the first use ends, with what it was handed on to. */
  async function look(
    writer: Writer,
    proof: CodeProof,
    caller: Caller,
  ): Promise<AuthorizationCodeRow | undefined> {
    const row = await selectCode(writer, hashCode(proof.code))
    if (row?.client_id !== proof.client.id) return undefined
    if (row.used_at === null) return isProven(row, proof, clock.now()) ? row : undefined
    await lockUser(writer, row.sub)
    const session =
      row.session_id === null ? undefined : await sessions.find(writer, row.session_id)
    if (session && (await sessions.endWithHandedOn(writer, session)) > 0) {
      await events.record(writer, {
        type: 'account.code_reuse_detected',
        sub: row.sub,
        caller,
        data: { session_id: session.id, app_id: row.client_id },
      })
    }
    return undefined
  }

  return async (proof, caller) => {
    // What reuse changes must be kept, so the transaction ends well and the refusal follows it.
    const row = await db.write((writer) => look(writer, proof, caller))
    const user = row && (await db.read((reader) => findUser(reader, row.sub)))
    if (!row || !user) throw refuse()
    let isSecond = false
    try {
      return await openGrant(
        {
          user,
          client: proof.client,
          scope: row.scope,
          method: 'app',
          nonce: row.nonce ?? undefined,
          sourceSessionId: row.source_session_id,
          async hold(writer) {
            const current = await lockUser(writer, row.sub)
            isSecond = !(await markCodeUsed(writer, row.hash, clock.now()))
            return isSecond || isOlderThanPassword(row, current) ? undefined : current
          },
          refuse,
          async also(writer, { session }) {
            await setCodeSession(writer, row.hash, session.id)
            await touchGrant(writer, row, clock.now())
          },
        },
        caller,
      )
    } catch (error) {
      if (isSecond) await db.write((writer) => look(writer, proof, caller))
      throw error
    }
  }
}

/** A new password ends all that was agreed to under the old one. */
function isOlderThanPassword(row: AuthorizationCodeRow, user: UserRow | undefined): boolean {
  return (user?.password_updated_at ?? 0) > row.created_at
}

function isProven(row: AuthorizationCodeRow, proof: CodeProof, nowMs: number): boolean {
  return (
    nowMs < row.expires_at &&
    proof.redirectUri === row.redirect_uri &&
    answersChallenge(proof.codeVerifier, row.code_challenge)
  )
}

/** RFC 7636, 4.6. RFC 9700, 4.8.2: a verifier without a challenge means that somebody removed it. */
function answersChallenge(verifier: string | undefined, challenge: string): boolean {
  if (challenge === '') return verifier === undefined
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const answer = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const kept = Buffer.from(challenge)
  return answer.length === kept.length && timingSafeEqual(answer, kept)
}

function refuse(): ServiceError {
  return new ServiceError('invalid_grant', {
    description: 'the code is wrong, used or expired, or it was given to another app or address',
  })
}
