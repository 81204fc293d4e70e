import type { Credentials } from '@awan/protocol/account'
import type { Database, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { OpenSession, Tokens } from '../tokens/tokens.ts'
import { requireUsable } from '../users/account-state.ts'

/** What a person may bring along for the second step. */
export interface SecondStepProof {
  two_factor_token?: string | undefined
  two_factor_code?: string | undefined
  two_factor_recovery_code?: string | undefined
}

/** Decides whether the first proof is enough. */
export interface SecondStep {
  /**
   * Throws `two_factor_required`, `invalid_two_factor` or `invalid_two_factor_recovery` unless the
   * person needs no second step or has brought it. Runs outside of transactions: a wrong code must
   * stay counted.
   */
  pass(user: UserRow, proof: SecondStepProof, caller: Caller): Promise<void>
}

export type SignInMethod = 'password' | 'code' | 'provider' | 'passkey' | 'token' | 'restore'

export interface ProvenPerson {
  user: UserRow
  clientId: string
  method: SignInMethod
  /** A passkey is two proofs at once; it is told by leaving this out. */
  secondStep?: SecondStepProof
  /**
   * Locks the row and says whether the first proof still holds, and uses up what works once. Undefined
   * ends the sign-in with the error that `refuse` gives.
   */
  hold(writer: Writer): Promise<UserRow | undefined>
  refuse(): Error
  /** Joins the same transaction. */
  also?(writer: Writer, opened: OpenSession): Promise<void>
}

export interface CompleteSignInParts {
  db: Database
  sessions: Sessions
  tokens: Tokens
  events: EventLog
  notices: Notices
  secondStep: SecondStep
}

export type CompleteSignIn = (person: ProvenPerson, caller: Caller) => Promise<Credentials>

/** Where every way in ends, so that each is as strong as the others: states, second step, session. */
export function createCompleteSignIn(parts: CompleteSignInParts): CompleteSignIn {
  const { db, sessions, tokens, events, notices, secondStep } = parts
  return async (person, caller) => {
    const { user, clientId, method } = person
    requireUsable(user)
    if (person.secondStep) await secondStep.pass(user, person.secondStep, caller)

    const opened = await db.write(async (writer) => {
      const current = await person.hold(writer)
      if (!current) throw person.refuse()
      requireUsable(current)
      if (await sessions.isNewDevice(writer, user.sub, caller)) {
        notices.sendAfterCommit(writer, 'newDevice', current, caller)
      }
      const opened = await tokens.open(writer, { sub: user.sub, clientId }, caller)
      await events.record(writer, {
        type: 'account.signed_in',
        sub: user.sub,
        caller,
        data: { session_id: opened.session.id, method },
      })
      await person.also?.(writer, opened)
      return opened
    })
    return tokens.toCredentials(opened)
  }
}
