import type {
  VerificationChannel,
  VerificationPurpose,
  VerificationTarget,
} from '@awan/protocol/account'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, createSecret, type Random } from '../../kernel/id.ts'
import { type Channel, type Message, type Notifier, RefusedMessage } from '../../notify/notifier.ts'
import { createMail, type Mail } from '../../notify/templates/create-mail.ts'
import { createSms } from '../../notify/templates/create-sms.ts'
import { resolveClient } from '../clients/clients.ts'
import type { Limiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import type { Sessions } from '../sessions/sessions.ts'
import {
  contactsOf,
  findMasked,
  maskContact,
  type ReachableContact,
  readReachableContact,
} from '../users/contact.ts'
import { findUser, findUserByContact } from '../users/users.ts'
import { createCode, hashCode } from './code.ts'
import { deleteVerification, insertVerification } from './verification.store.ts'
import {
  type CodeAsker,
  type CodesPerHour,
  sendKeys,
  takeSendPoints,
} from './verification-limits.ts'

const CODE_TTL_MS = 10 * 60 * 1000

export interface VerificationRequest {
  email?: string | undefined
  phone_number?: string | undefined
  target: VerificationTarget
  usage: VerificationPurpose
  selected_channel?: VerificationChannel | undefined
}

export interface SentVerification {
  id: string
  expiresIn: number
  isUser: boolean
  /** The person's own contact, masked; a stranger's is never told. */
  sentTo?: string
}

/** Who asks, where that is known. */
export interface KnownAsker {
  sub: string
  /** They have given the first proof, and wait for a code to give the second. */
  isHalfIn?: true
}

export type SendVerification = (
  request: VerificationRequest,
  user: KnownAsker | undefined,
  caller: Caller,
) => Promise<SentVerification>

export interface SendVerificationParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  limiter: Limiter
  sessions: Pick<Sessions, 'knowsVisitor'>
  notifier: Notifier
  publicUrl: string
  codesPerHour: CodesPerHour
}

/**
 * Sends a code, and never tells a stranger whether the contact has an account (docs/decisions/007).
 * Where the account is not as the target wants it, the mailbox gets an explanation instead of a code,
 * and the caller gets an id that no code opens: same answer, same work, same time.
 */
export function createSendVerification(parts: SendVerificationParts): SendVerification {
  const { db, clock, random, codeKey, limiter, sessions, notifier, publicUrl, codesPerHour } = parts

  async function findContact(request: VerificationRequest, user: KnownAsker | undefined) {
    if (request.target !== 'CUR_USER') {
      const contact = readReachableContact(request)
      if (contact.value.includes('*')) throw notOwn()
      const owner = await db.read((reader) => findUserByContact(reader, contact))
      return { contact, owner }
    }
    const owner = user && (await db.read((reader) => findUser(reader, user.sub)))
    if (!owner) throw new ServiceError('unauthenticated', { description: 'sign in first' })
    return { contact: ownContact(owner, request), owner }
  }

  /**
   * The owner is signed in to the account of the contact, or on a device where they were. A thief of the
   * password has the first proof too, and must not use up what the owner has.
   */
  async function findAsker(
    { kind, value }: ReachableContact,
    owner: UserRow | undefined,
    user: KnownAsker | undefined,
    caller: Caller,
  ): Promise<CodeAsker> {
    const isTheirs = user !== undefined && user.sub === owner?.sub
    if (isTheirs && !user.isHalfIn) return 'owner'
    const contact = `${kind}:${value}`
    if (await db.read((reader) => sessions.knowsVisitor(reader, contact, caller))) return 'owner'
    return isTheirs ? 'first-proof' : 'stranger'
  }

  function write(mail: Mail, contact: ReachableContact, purpose: string, caller: Caller): Message {
    const locale = mailLocale(caller.locale)
    return contact.kind === 'email'
      ? createMail(mail, { to: contact.value, purpose, locale, publicUrl })
      : createSms(mail, { to: contact.value, purpose, locale })
  }

  return async (request, user, caller) => {
    const clientId = resolveClient(caller.clientId)
    const { contact, owner } = await findContact(request, user)
    const channel = contact.kind === 'email' ? 'email' : 'sms'
    requireChannel(notifier, channel)
    const isOwn = request.target === 'CUR_USER'
    const keys = sendKeys(limiter, {
      contact: contact.value,
      channel,
      caller,
      asker: await findAsker(contact, owner, user, caller),
    })
    await takeSendPoints(limiter, keys, { channel, codesPerHour })

    // Where a gateway carries codes only, the right code tells what the explanation would have told.
    const explains = channel === 'email' || notifier.smsCodesOnly !== true
    const refusal = explains ? refusalFor(request.target, owner) : undefined
    const code = createCode(random)
    const nowMs = clock.now()
    const id = createId(random, nowMs)
    await db.write((writer) =>
      insertVerification(writer, {
        id,
        channel: contact.kind,
        contact: contact.value,
        purpose: request.usage,
        client_id: clientId,
        code_hash: hashCode(codeKey, id, refusal ? createSecret(random) : code),
        tries: 0,
        created_at: nowMs,
        expires_at: nowMs + CODE_TTL_MS,
        token_hash: null,
        token_expires_at: null,
        used_at: null,
      }),
    )
    const mail: Mail = refusal
      ? { kind: refusal }
      : { kind: 'code', code, minutes: CODE_TTL_MS / 60_000 }
    try {
      await notifier.send(write(mail, contact, request.usage, caller))
    } catch (cause) {
      // Nothing left the house: the person may ask again at once.
      await db.write(async (writer) => {
        await deleteVerification(writer, id)
        await limiter.uncount(writer, ...keys.pauses.map(({ key }) => key))
      })
      throw cause instanceof RefusedMessage
        ? new ServiceError('invalid_argument', {
            description: 'no message can be delivered to this contact',
            cause,
          })
        : new ServiceError('unavailable', {
            description: 'the code could not be sent; try again later',
            cause,
          })
    }
    const sentTo = isOwn ? { sentTo: maskContact(contact) } : {}
    return { id, expiresIn: CODE_TTL_MS / 1000, isUser: isOwn, ...sentTo }
  }
}

function refusalFor(
  target: VerificationTarget,
  owner: UserRow | undefined,
): 'accountExists' | 'noAccount' | undefined {
  if (target === 'NOT_USER' && owner) return 'accountExists'
  if (target === 'USER' && !owner) return 'noAccount'
  return undefined
}

/** The profile shows contacts masked, so the person's own one is found here, by that name too. */
function ownContact(owner: UserRow, request: VerificationRequest): ReachableContact {
  const { email, phone_number } = request
  const masked = findMasked(owner, request)
  if (masked) return masked
  const named = email !== undefined || phone_number !== undefined
  const asked = named ? readReachableContact(request) : undefined
  const kind = asked?.kind ?? selectedKind(request) ?? (owner.email === null ? 'phone' : 'email')
  const own = contactsOf(owner).find((contact) => contact.kind === kind)
  if (!own || (asked !== undefined && asked.value !== own.value)) throw notOwn()
  return own
}

function notOwn(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the contact does not belong to the signed-in account',
  })
}

function selectedKind({ selected_channel }: VerificationRequest) {
  if (selected_channel === undefined) return undefined
  return selected_channel === 'VERIFICATION_PHONE' ? 'phone' : 'email'
}

function requireChannel({ channels }: Notifier, channel: Channel): void {
  if (channels.includes(channel)) return
  throw new ServiceError('unimplemented', {
    description:
      channel === 'sms'
        ? 'this server cannot send text messages; use an e-mail address'
        : 'this server cannot send mail; use a phone number',
  })
}
