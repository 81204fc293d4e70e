import type { Credentials } from '@awan/protocol/account'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import { isFirstPartyClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { SessionOrigin, Sessions } from '../sessions/sessions.ts'
import type { OpenSession, Tokens } from '../tokens/tokens.ts'
import type { TrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { requireUsable } from '../users/account-state.ts'
import type { ExplainDeletion } from './explain-deletion.ts'

/** What a person may bring along for the second step. */
export interface SecondStepProof {
  two_factor_token?: string | undefined
  two_factor_code?: string | undefined
  two_factor_recovery_code?: string | undefined
  /** Passed, the second step is not asked for again on this device for a while. */
  trust_device?: boolean | undefined
  device_trust_token?: string | undefined
}

/** Decides whether the first proof is enough. */
export interface SecondStep {
  /**
   * Throws `two_factor_required`, `invalid_two_factor` or `invalid_two_factor_recovery` unless the
   * person needs no second step or has brought it. Runs outside of transactions: a wrong code must
   * stay counted.
   */
  pass(
    user: UserRow,
    proof: SecondStepProof,
    caller: Caller,
    first: Pick<ProvenPerson, 'provenBy' | 'provenUntil'>,
  ): Promise<SecondStepOutcome>
}

export type SecondStepOutcome = 'not-needed' | 'trusted-device' | 'proven'

export type SignInMethod =
  | 'password'
  | 'code'
  | 'provider'
  | 'passkey'
  | 'token'
  | 'restore'
  | 'anonymous'
  | 'device'
  | 'app'

export interface ProvenPerson {
  user: UserRow
  clientId: string
  method: SignInMethod
  /** What the session may do; one of our own apps may do all that ours can when it is left out. */
  scope?: string
  /** The session that hands itself on, where `method` is `token`, `device` or `app`. */
  sourceSessionId?: string | null
  /** Left out for a passkey, which counts as both proofs. */
  secondStep?: SecondStepProof
  /**
   * Where the code of the first proof went, or the code that reset the password: the same mailbox
   * cannot be the second proof as well.
   */
  provenBy?: 'SMS' | 'EMAIL'
  /** From then on it can, if nothing else is left. Never where this is left out. */
  provenUntil?: number
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
  trustedDevices: Pick<TrustedDevices, 'trust'>
  explainDeletion: ExplainDeletion
}

/** The ways in by which a person is there in person, and not an app or a device in their name. */
const byPerson: ReadonlySet<SignInMethod> = new Set(['password', 'code', 'provider', 'passkey'])

/** Those that make a session from another one, and only while that one is alive. */
const handedOn: ReadonlySet<SignInMethod> = new Set(['token', 'device', 'app'])

export type CompleteSignIn = (person: ProvenPerson, caller: Caller) => Promise<Credentials>

/** Where every way in ends, so that each is as strong as the others: states, second step, session. */
export function createCompleteSignIn(parts: CompleteSignInParts): CompleteSignIn {
  const { db, sessions, tokens, events, notices, secondStep, trustedDevices } = parts

  /**
   * Whoever ends a session ends what it has agreed to and nobody has collected yet: otherwise a thief
   * would approve a device before, and collect its session after the owner has ended all others.
   */
  async function originOf(
    reader: Reader,
    { method, sourceSessionId, refuse }: ProvenPerson,
  ): Promise<SessionOrigin> {
    if (method === 'anonymous') return 'no-proof'
    if (!handedOn.has(method)) return 'proof'
    const session = sourceSessionId ? await sessions.find(reader, sourceSessionId) : undefined
    if (!session || sessions.isOver(session)) throw refuse()
    return { session, isDeviceCode: method === 'device' }
  }

  return async (person, caller) => {
    const { user, clientId, method } = person
    const isRestorable = user.status === 'DELETING' && byPerson.has(method)
    if (!isRestorable) requireUsable(user)
    const outcome =
      person.secondStep && (await secondStep.pass(user, person.secondStep, caller, person))
    // ACC-28: only a person who has passed every step learns how to restore the account.
    if (isRestorable) throw await parts.explainDeletion(user, clientId)
    const trusts = outcome === 'proven' && person.secondStep?.trust_device === true

    const { opened, trustToken } = await db.write(async (writer) => {
      const current = await person.hold(writer)
      if (!current) throw person.refuse()
      requireUsable(current)
      // The code of somebody else's app comes from a server of theirs; the person was told when they agreed.
      const isTold = method === 'app' && !isFirstPartyClient(clientId)
      const by = handedOn.has(method) ? 'any_way' : 'in_person'
      if (!isTold && (await sessions.isNewDevice(writer, user.sub, caller, by))) {
        await notices.queue(writer, 'newDevice', current, caller)
      }
      const opened = await tokens.open(
        writer,
        {
          sub: user.sub,
          clientId,
          origin: await originOf(writer, person),
          ...(person.scope !== undefined && { scope: person.scope }),
        },
        caller,
      )
      await events.record(writer, {
        type: 'account.signed_in',
        sub: user.sub,
        caller,
        data: { session_id: opened.session.id, method },
      })
      const trustToken = trusts ? await trustedDevices.trust(writer, user.sub, caller) : undefined
      await person.also?.(writer, opened)
      return { opened, trustToken }
    })
    const credentials = await tokens.toCredentials(opened)
    return trustToken === undefined
      ? credentials
      : { ...credentials, device_trust_token: trustToken }
  }
}
