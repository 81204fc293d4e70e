import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller, Requires, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SecondStep, SecondStepProof } from '../sign-in/complete-sign-in.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import { findUser } from '../users/users.ts'
import type { CheckSudoProof, SudoProof } from './sudo-proof.ts'

const TTL_MS = 5 * 60 * 1000
/** So long after a sign-in the person is still taken to be the one who signed in. */
const FRESH_MS = 15 * 60 * 1000
/**
 * Wrong proofs, counted for a sign-in with all sessions that were made from it, so that more sessions
 * give no more tries; and for the person. One stolen session alone cannot use up the tries of its owner.
 */
const TRIES = {
  signIn: { points: 10, perSeconds: 15 * 60 },
  person: { points: 30, perSeconds: 15 * 60 },
}

type SecondProof = Pick<
  SecondStepProof,
  'two_factor_token' | 'two_factor_code' | 'two_factor_recovery_code'
>

export interface Sudo {
  /** Throws `two_factor_required` where the person has a second step and has not brought it. */
  grant(
    proof: SudoProof,
    second: SecondProof,
    user: SignedIn,
    caller: Caller,
  ): Promise<{ token: string; expiresIn: number }>
  /** `unless-fresh`: a sign-in of the last minutes does as well. */
  check(user: SignedIn, token: string | undefined, when?: Requires['sudo']): Promise<void>
}

export interface SudoParts {
  db: Database
  clock: Clock
  limiter: Limiter
  sessions: Pick<Sessions, 'find'>
  checkProof: CheckSudoProof
  secondStep: SecondStep
  events: EventLog
  sudoTokens: InternalTokens
}

export function createSudo(parts: SudoParts): Sudo {
  const { db, clock, limiter, sessions, checkProof, secondStep, events, sudoTokens } = parts

  return {
    async grant(proof, second, user, caller) {
      const { sub, sessionId } = user
      const { person, session } = await db.read(async (reader) => ({
        person: await findUser(reader, sub),
        session: await sessions.find(reader, sessionId),
      }))
      if (!person || !session)
        throw new ServiceError('unauthenticated', { description: 'the account is gone' })
      const bySignIn = `sudo:session:${session.root_id}`
      const byPerson = `sudo:person:${sub}`
      await limiter.takePoints([
        { key: bySignIn, limit: TRIES.signIn },
        { key: byPerson, limit: TRIES.person },
      ])

      const data = { session_id: sessionId, method: proof.kind }
      const refuse = (writer: Writer) =>
        events.record(writer, { type: 'account.sudo_refused', sub, caller, data })
      const right = await checkProof(proof, person, { user, caller })
      if (right instanceof ServiceError) {
        await db.write(refuse)
        throw right
      }
      if (!right.isBoth) await secondStep.pass(person, withoutTrust(second), caller, right)

      // The refusal is recorded, so the transaction ends well and the error follows it.
      const refusal = await db.write(async (writer) => {
        const refusal = await right.spend(writer)
        if (refusal) {
          await refuse(writer)
          return refusal
        }
        await events.record(writer, { type: 'account.sudo_granted', sub, caller, data })
        await limiter.forget(writer, [bySignIn])
        await limiter.uncount(writer, byPerson)
        return undefined
      })
      if (refusal) throw refusal
      return {
        token: await sudoTokens.sign({ sub, sid: sessionId }, TTL_MS),
        expiresIn: TTL_MS / 1000,
      }
    },

    async check(user, token, when = true) {
      // Whoever holds a session by device code may not be who has just signed in: they could add a way in of their own.
      const isFresh = !user.byDeviceCode && clock.now() - user.signedInAt < FRESH_MS
      if (token === undefined && when === 'unless-fresh' && isFresh) return
      const claims = token === undefined ? undefined : await sudoTokens.verify(token)
      if (claims?.sub !== user.sub || claims.sid !== user.sessionId) {
        throw new ServiceError('permission_denied', {
          description: 'this call needs a sudo token of this session, not older than 5 minutes',
        })
      }
    },
  }
}

/** Without device trust: a thief of a session may use the trusted device itself. */
function withoutTrust(given: SecondProof): SecondProof {
  const { two_factor_token, two_factor_code, two_factor_recovery_code } = given
  return { two_factor_token, two_factor_code, two_factor_recovery_code }
}
