import type { Credentials } from '@awan/protocol/account'
import { isServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { RiskyCall } from '../captcha/risk.ts'
import type { CompleteSignIn, ProvenPerson } from './complete-sign-in.ts'
import type { SignInAttempts } from './sign-in-attempts.ts'

/** Ends a sign-in whose first proof was right, and tells the count of failures about it. */
export type FinishSignIn = (person: FirstProof, call: RiskyCall) => Promise<Credentials>

export type FirstProof = Omit<ProvenPerson, 'also'> & {
  /** Throws when something else must come first. */
  isEnough?(): Promise<void>
}

export function createFinishSignIn({
  db,
  attempts,
  complete,
}: {
  db: Database
  attempts: SignInAttempts
  complete: CompleteSignIn
}): FinishSignIn {
  return async ({ isEnough, ...person }, call) => {
    const also = (writer: Writer) => attempts.succeeded(writer, call)
    try {
      await isEnough?.()
      return await complete({ ...person, also }, call.caller)
    } catch (error) {
      // To be asked for more, or to wait, is no failure; a wrong second proof stays one.
      const isAsked = isServiceError(
        error,
        'two_factor_required',
        'validate_required',
        'invalid_status',
      )
      if (isAsked && person.secondStep?.two_factor_token === undefined) {
        await db.write((writer) => attempts.takeBack(writer, call))
      }
      throw error
    }
  }
}
