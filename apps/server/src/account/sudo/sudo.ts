import type { VerificationPurpose } from '@awan/protocol/account'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { InternalTokens } from '../tokens/internal-token.ts'
import type { ReachableContact } from '../users/contact.ts'
import { findUser } from '../users/users.ts'
import type { Verification } from '../verification/verification.ts'

const TTL_MS = 5 * 60 * 1000
/** By session and not by person: a stolen session cannot use up the tries of its owner. */
const TRIES = { points: 10, perSeconds: 15 * 60 }
/** Codes that a signed-in person asks for; one for signing in or up proves less than it was asked for. */
const purposes: readonly VerificationPurpose[] = [
  'DEFAULT',
  'DELETION',
  'EMAIL_ADDRESS_CHANGE',
  'PHONE_NUMBER_CHANGE',
]

/** The password again, or a code to a contact that the account has. */
export type SudoProof = { password: string } | { verificationToken: string }

export interface Sudo {
  grant(
    proof: SudoProof,
    user: SignedIn,
    caller: Caller,
  ): Promise<{ token: string; expiresIn: number }>
  check(user: SignedIn, token: string | undefined): Promise<void>
}

export interface SudoParts {
  db: Database
  limiter: Limiter
  passwords: Passwords
  verification: Verification
  events: EventLog
  sudoTokens: InternalTokens
}

export function createSudo(parts: SudoParts): Sudo {
  const { db, limiter, passwords, verification, events, sudoTokens } = parts

  /** Why the token proves nothing, or undefined when it did and is used up. */
  async function redeem(
    writer: Writer,
    user: UserRow | undefined,
    token: string,
  ): Promise<ServiceError | undefined> {
    let refusal = new ServiceError('invalid_verification_code', {
      description: 'the verification token was not made for this',
    })
    for (const contact of contactsOf(user)) {
      try {
        await verification.redeem(writer, { token, contact, purposes })
        return undefined
      } catch (error) {
        if (isServiceError(error, 'expired_verification_code')) refusal = error
        else if (!isServiceError(error, 'invalid_verification_code')) throw error
      }
    }
    return refusal
  }

  return {
    async grant(proof, { sub, sessionId }, caller) {
      const key = `sudo:session:${sessionId}`
      await limiter.takePoint(key, TRIES)
      const user = await db.read((reader) => findUser(reader, sub))
      const isPassword =
        'password' in proof && (await passwords.verify(user?.password_hash, proof.password))
      // The refusal is recorded, so the transaction ends well and the error follows it.
      const refusal = await db.write(async (writer) => {
        const refusal =
          'password' in proof
            ? refusalOf(isPassword)
            : await redeem(writer, user, proof.verificationToken)
        const type = refusal ? 'account.sudo_refused' : 'account.sudo_granted'
        await events.record(writer, { type, sub, caller, data: { session_id: sessionId } })
        if (!refusal) await limiter.forget(writer, [key])
        return refusal
      })
      if (refusal) throw refusal
      return {
        token: await sudoTokens.sign({ sub, sid: sessionId }, TTL_MS),
        expiresIn: TTL_MS / 1000,
      }
    },

    async check(user, token) {
      const claims = token === undefined ? undefined : await sudoTokens.verify(token)
      if (claims?.sub !== user.sub || claims.sid !== user.sessionId) {
        throw new ServiceError('permission_denied', {
          description: 'this call needs a sudo token of this session, not older than 5 minutes',
        })
      }
    },
  }
}

function refusalOf(isPassword: boolean): ServiceError | undefined {
  if (isPassword) return undefined
  return new ServiceError('invalid_password', { description: 'the password is wrong' })
}

function contactsOf(user: UserRow | undefined): ReachableContact[] {
  const contacts: ReachableContact[] = []
  if (user?.email) contacts.push({ kind: 'email', value: user.email })
  if (user?.phone_number) contacts.push({ kind: 'phone', value: user.phone_number })
  return contacts
}
