import type { Credentials, VerificationPurpose } from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { AnonymousUpgrade } from '../anonymous/anonymous-upgrade.ts'
import { resolveClient } from '../clients/clients.ts'
import type { EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import type { Passwords } from '../passwords/passwords.ts'
import type { Tokens } from '../tokens/tokens.ts'
import {
  checkUsername,
  maskPhoneNumber,
  type ReachableContact,
  readReachableContact,
} from '../users/contact.ts'
import { tidyName } from '../users/display-name.ts'
import { newUser } from '../users/new-user.ts'
import { hasUsers, insertUser } from '../users/users.ts'
import type { Verification } from '../verification/verification.ts'
import { createMayBeFirst, needsSetupCode } from './may-be-first.ts'
import type { SetupCode } from './setup-code.ts'

export interface SignUpRequest {
  email?: string | undefined
  phone_number?: string | undefined
  verification_token: string
  password?: string | undefined
  username?: string | undefined
  name?: string | undefined
  locale?: string | undefined
  provider_token?: string | undefined
  anonymous_token?: string | undefined
  setup_code?: string | undefined
}

/** Whether strangers may make an account, wait for an administrator with it, or may not. */
export type SignUpMode = 'open' | 'approval' | 'closed'

export type SignUp = (
  request: SignUpRequest,
  caller: Caller,
  /** Whether the call comes from the machine of the server itself. */
  isLocal: () => boolean,
) => Promise<Credentials>

/** Binds a third-party account in the transaction that makes the person. */
export type BindProvider = (
  writer: Writer,
  binding: { token: string; sub: string },
  caller: Caller,
) => Promise<void>

export interface SignUpParts {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  verification: Verification
  passwords: Passwords
  tokens: Tokens
  events: EventLog
  signUpMode: SignUpMode
  setupCode: SetupCode | undefined
  firstAdmin: string | undefined
  upgrade: AnonymousUpgrade
  bindProvider: BindProvider
}

const purposes: readonly VerificationPurpose[] = ['REGISTER', 'REGISTER_SIGN_IN', 'DEFAULT']

export function createSignUp(parts: SignUpParts): SignUp {
  const { db, clock, random, limiter, verification, passwords, tokens, events, signUpMode } = parts
  const mayBeFirst = createMayBeFirst(parts)

  /**
   * Whether this sign-up makes the first account of all. Where several race, counting on one key lets
   * them through one at a time: the key's row stays locked until its transaction ends.
   */
  async function isFirst(writer: Writer): Promise<boolean> {
    if (await hasUsers(writer)) return false
    await limiter.count(writer, 'signup:first-account', 60_000)
    return !(await hasUsers(writer))
  }

  return async (request, caller, isLocal) => {
    const clientId = resolveClient(caller.clientId)
    if (signUpMode === 'closed' && (await db.read(hasUsers))) throw closed()
    const contact = readReachableContact(request)
    const username = request.username === undefined ? null : checkUsername(request.username)
    const name = tidyName(request.name) || username || defaultName(contact)
    const { password } = request
    if (password !== undefined) {
      await passwords.checkNew(password, [contact.value, name, username ?? ''])
    }
    // Before the costly hash, and again with it: only the second look counts. And before anything is said about
    // the contact: whose address makes the first account is told to nobody who cannot read its mail.
    const claim = { token: request.verification_token, contact, purposes }
    await db.read((reader) => verification.inspect(reader, claim))
    const isTrusted = await mayBeFirst({ contact, setupCode: request.setup_code }, caller, isLocal)
    const before = await parts.upgrade.identify(request.anonymous_token)
    // Without a password its owner signs in by a code to the contact.
    const hash = password === undefined ? undefined : await passwords.hash(password)

    const { opened, isFirstAccount } = await db.write(async (writer) => {
      await verification.redeem(writer, claim)
      const nowMs = clock.now()
      const sub = createId(random, nowMs)
      const isAdministrator = await isFirst(writer)
      if (signUpMode === 'closed' && !isAdministrator) throw closed()
      if (isAdministrator && !isTrusted) throw needsSetupCode()
      // ACC-24: an administrator lets them in; until then they have an account and no way to use it.
      const isPending = signUpMode === 'approval' && !isAdministrator
      const isInserted = await insertUser(
        writer,
        newUser(
          {
            sub,
            username,
            name,
            locale: request.locale || mailLocale(caller.locale),
            is_admin: isAdministrator ? 1 : 0,
            status: isPending ? 'PENDING' : 'ACTIVE',
            created_from: clientId,
            ...(contact.kind === 'email'
              ? { email: contact.value, email_verified: 1 }
              : { phone_number: contact.value }),
            ...(hash !== undefined && { password_hash: hash }),
          },
          nowMs,
        ),
      )
      // The transaction is undone, and with it the use of the token: another username can be tried.
      if (!isInserted) {
        throw new ServiceError('already_exists', {
          description: 'an account with this contact or username exists',
        })
      }
      const data = isPending ? { status: 'PENDING' } : {}
      await events.record(writer, { type: 'account.signed_up', sub, caller, data })
      if (isAdministrator) {
        await events.record(writer, { type: 'account.administrator_appointed', sub, caller })
      }
      if (before !== undefined)
        await parts.upgrade.moveIn(writer, { from: before, to: sub }, caller)
      const token = request.provider_token
      if (token !== undefined) await parts.bindProvider(writer, { token, sub }, caller)
      const opened = isPending
        ? undefined
        : await tokens.open(writer, { sub, clientId, origin: 'proof' }, caller)
      return { opened, isFirstAccount: isAdministrator }
    })
    if (isFirstAccount) await parts.setupCode?.remove()
    if (!opened) throw waiting()
    return tokens.toCredentials(opened)
  }
}

function closed(): ServiceError {
  return new ServiceError('registration_not_supported', {
    description: 'this server takes no new accounts',
  })
}

function waiting(): ServiceError {
  return new ServiceError('user_pending', {
    description: 'the account was created and waits for the approval of an administrator',
  })
}

function defaultName({ kind, value }: ReachableContact): string {
  return kind === 'email' ? value.slice(0, value.lastIndexOf('@')) : maskPhoneNumber(value)
}
