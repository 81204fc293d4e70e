import type { Credentials, VerificationPurpose } from '@awan/protocol/account'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import { checkNewPassword } from '../passwords/check-password.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Tokens } from '../tokens/tokens.ts'
import {
  checkUsername,
  maskPhoneNumber,
  type ReachableContact,
  readReachableContact,
} from '../users/contact.ts'
import { hasUsers, insertUser } from '../users/users.ts'
import type { Verification } from '../verification/verification.ts'

export interface SignUpRequest {
  email?: string | undefined
  phone_number?: string | undefined
  verification_token: string
  password?: string | undefined
  username?: string | undefined
  name?: string | undefined
  locale?: string | undefined
}

export type SignUp = (request: SignUpRequest, caller: Caller) => Promise<Credentials>

export interface SignUpParts {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  verification: Verification
  passwords: Passwords
  tokens: Tokens
  events: EventLog
}

const purposes: readonly VerificationPurpose[] = ['REGISTER', 'REGISTER_SIGN_IN', 'DEFAULT']

export function createSignUp(parts: SignUpParts): SignUp {
  const { db, clock, random, limiter, verification, passwords, tokens, events } = parts

  /**
   * Whether this sign-up makes the first account of all. Where several race, counting on one key lets
   * them through one at a time: the key's row stays locked until its transaction ends.
   */
  async function isFirst(writer: Writer): Promise<boolean> {
    if (await hasUsers(writer)) return false
    await limiter.count(writer, 'signup:first-account', 60_000)
    return !(await hasUsers(writer))
  }

  return async (request, caller) => {
    const clientId = resolveClient(caller.clientId)
    const contact = readReachableContact(request)
    const username = request.username === undefined ? null : checkUsername(request.username)
    const name = tidyName(request.name) || username || defaultName(contact)
    const password = requirePassword(request.password)
    checkNewPassword(password, [contact.value, name, username ?? ''])
    // Before the costly hash, and again with it: only the second look counts.
    const claim = { token: request.verification_token, contact, purposes }
    await db.read((reader) => verification.inspect(reader, claim))
    const hash = await passwords.hash(password)

    const opened = await db.write(async (writer) => {
      await verification.redeem(writer, claim)
      const nowMs = clock.now()
      const sub = createId(random, nowMs)
      const isAdministrator = await isFirst(writer)
      const isInserted = await insertUser(writer, {
        sub,
        username,
        email: contact.kind === 'email' ? contact.value : null,
        email_verified: contact.kind === 'email' ? 1 : 0,
        phone_number: contact.kind === 'phone' ? contact.value : null,
        name,
        picture: null,
        locale: request.locale || mailLocale(caller.locale),
        password_hash: hash,
        password_updated_at: nowMs,
        status: 'ACTIVE',
        is_admin: isAdministrator ? 1 : 0,
        created_at: nowMs,
        updated_at: nowMs,
        gender: null,
        birthdate: null,
        zoneinfo: null,
        address: null,
        created_from: clientId,
        password_reset_required: 0,
        deletion_due_at: null,
      })
      // The transaction is undone, and with it the use of the token: another username can be tried.
      if (!isInserted) {
        throw new ServiceError('already_exists', {
          description: 'an account with this contact or username exists',
        })
      }
      await events.record(writer, { type: 'account.signed_up', sub, caller })
      if (isAdministrator) {
        await events.record(writer, { type: 'account.administrator_appointed', sub, caller })
      }
      return tokens.open(writer, { sub, clientId }, caller)
    })
    return tokens.toCredentials(opened)
  }
}

/** The wire allows sign-up without one; until other ways in exist, it would lock its owner out. */
function requirePassword(password: string | undefined): string {
  if (password !== undefined) return password
  throw new ServiceError('invalid_argument', {
    description: 'a password is needed',
    details: [
      {
        '@type': ERROR_INFO,
        reason: 'password_required',
        domain: 'passwords',
        metadata: { field: 'password' },
      },
    ],
  })
}

function tidyName(name: string | undefined): string {
  return (name ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

function defaultName({ kind, value }: ReachableContact): string {
  return kind === 'email' ? value.slice(0, value.lastIndexOf('@')) : maskPhoneNumber(value)
}
