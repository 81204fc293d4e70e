import type { SecondStepMethodName } from '@awan/protocol/account'
import type { Reader } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'

/**
 * One way to give the second proof. `createSecondStep` asks each of a list, so that a flow of its own
 * (passkeys) plugs in by being in that list (`methods` in account/index.ts).
 */
export interface SecondStepMethod {
  readonly method: SecondStepMethodName
  /** Whether the person could use it now: a name among the `methods` of `two_factor_required`. */
  isAvailable(reader: Reader, user: UserRow): Promise<boolean>
  /** Whether a proof of this form is meant for this method; several may claim the same form. */
  takes(proof: GivenProof): boolean
  /**
   * Whether the proof is right; it is used up by this very call, so that it never works again, however
   * calls race. Runs outside of transactions. A wrong proof is `false` and never an error.
   */
  check(attempt: SecondStepAttempt): Promise<boolean>
  /** Where the person must be given something first: a code is sent, a challenge is made. */
  begin?(step: OpenSecondStep): Promise<StartedSecondStep>
}

export type GivenProof =
  /** Six digits: they can be guessed, so that tries are counted over all devices. */
  | { kind: 'digits'; code: string }
  /** The JSON of a passkey's assertion, as it came in two_factor_code. */
  | { kind: 'assertion'; json: string }
  | { kind: 'recovery'; code: string }

/** A second step that somebody has been asked for and has not passed yet. */
export interface OpenSecondStep {
  user: UserRow
  caller: Caller
  /** The id of the two_factor_token: what is made for it can be bound to it. */
  tokenId: string
  /** What `begin` of the same method kept in the token, if it ran. */
  kept: string | undefined
}

export interface SecondStepAttempt extends OpenSecondStep {
  proof: GivenProof
}

export interface StartedSecondStep {
  /** Kept in the new two_factor_token, which its holder can read but not change; no secret. */
  keep?: string
  /** Where a code went, masked. */
  sentTo?: string
  /** What a passkey wants: PublicKeyCredentialRequestOptionsJSON. */
  options?: Record<string, unknown>
}
