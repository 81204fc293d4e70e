import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { endAppPasswords } from '../app-passwords/app-passwords.ts'
import type { EventLog } from '../events/events.ts'
import type { Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { forgetTrustedDevices } from '../trusted-devices/trusted-devices.ts'
import { readReachableContact } from '../users/contact.ts'
import { findUserByContact, lockUser, updatePassword } from '../users/users.ts'
import type { Verification } from '../verification/verification.ts'
import type { Passwords } from './passwords.ts'

export interface ResetPasswordParts {
  db: Database
  clock: Clock
  verification: Verification
  passwords: Passwords
  sessions: Sessions
  events: EventLog
  notices: Notices
}

export interface PasswordReset {
  email?: string | undefined
  phone_number?: string | undefined
  verification_token: string
  new_password: string
}

export type ResetPassword = (reset: PasswordReset, caller: Caller) => Promise<void>

/**
 * Sets a new password for the owner of the verified contact. Nobody is signed in by it, so the second
 * step is still needed; every session and app password ends, because one of them may be the reason for the reset.
 */
export function createResetPassword(parts: ResetPasswordParts): ResetPassword {
  const { db, clock, verification, passwords, sessions, events, notices } = parts
  return async (reset, caller) => {
    const contact = readReachableContact(reset)
    const purposes = ['PASSWORD_RESET'] as const
    const claim = { token: reset.verification_token, contact, purposes }
    // Before the costly hash, and again with it: only the second look counts.
    const known = await db.read(async (reader) => {
      await verification.inspect(reader, claim)
      return findUserByContact(reader, contact)
    })
    if (!known) throw noSuchProof()
    await passwords.checkNew(reset.new_password, aboutPerson(known))
    const hash = await passwords.hash(reset.new_password)
    await db.write(async (writer) => {
      await verification.redeem(writer, claim)
      const user = await lockUser(writer, known.sub)
      const isStillTheirs = user?.email === contact.value || user?.phone_number === contact.value
      if (!user || !isStillTheirs) throw noSuchProof()
      const { sub } = user
      const resetBy = contact.kind === 'email' ? 'EMAIL' : 'SMS'
      await updatePassword(writer, sub, { hash, nowMs: clock.now(), resetBy })
      await forgetTrustedDevices(writer, sub)
      const data = {
        sessions_ended: await sessions.endAll(writer, sub),
        app_passwords_ended: await endAppPasswords(writer, sub),
      }
      await events.record(writer, { type: 'account.password_reset', sub, caller, data })
      await notices.queue(writer, 'passwordChanged', user, caller)
    })
  }
}

/** How long a reset password waits where the contact that reset it is the only second step. */
const RESET_WAIT_MS = 72 * 3600 * 1000

/**
 * What a right password proves where a reset has set it: no more than the contact of that reset, till
 * the password has opened a session with another second step.
 */
export function provenByReset({
  password_reset_by: provenBy,
  password_updated_at: resetAt,
}: UserRow): { provenBy?: 'SMS' | 'EMAIL'; provenUntil?: number } {
  return provenBy === null ? {} : { provenBy, provenUntil: (resetAt ?? 0) + RESET_WAIT_MS }
}

/** What a password must not be made of. */
export function aboutPerson(user: UserRow): string[] {
  const { email, phone_number, username, name } = user
  return [email, phone_number, username, name].filter((known) => known !== null)
}

/** In the words of a wrong token: a contact without an account is no other case. */
function noSuchProof(): ServiceError {
  return new ServiceError('invalid_verification_code', {
    description: 'verification_token is wrong, or was made for another contact or purpose',
  })
}
