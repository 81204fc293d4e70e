import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { countedNetworks } from '../../kernel/network.ts'
import { type Notifier, RefusedMessage } from '../../notify/notifier.ts'
import { createMail } from '../../notify/templates/create-mail.ts'
import type { Risk } from '../captcha/risk.ts'
import { createLimiter, type KeyLimit } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { toEmail } from '../users/contact.ts'
import { createCode, hashCode, isSameHash } from './code.ts'
import { deleteVerification, insertVerification, takeTry } from './verification.store.ts'

const CODE_TTL_MS = 10 * 60 * 1000
const MAX_TRIES = 5
const HOUR_S = 3600

/**
 * Enough for a clumsy visitor, too few to fill a mailbox. Strangers who use up a mail address leave those who are known to read
 * it counts of their own, and strangers who know other links leave those of this link theirs for an hour.
 */
export const VISITOR_CODES = {
  /** To one mail address, by one visitor. */
  pause: { points: 1, perSeconds: 60 },
  /** To one mail address for one link. */
  emailAbout: { points: 5, perSeconds: HOUR_S },
  /** To one mail address, by whomever and for whatever. */
  email: { points: 10, perSeconds: HOUR_S },
  emailPerDay: {
    // Each bears five guesses: six digits are not found by patience either.
    stranger: { points: 20, perSeconds: 24 * HOUR_S },
    // Counted for every asker, so that each causes the same work.
    known: { points: 240, perSeconds: 24 * HOUR_S },
  },
  /** By one visitor, to whomever. */
  visitor: { points: 20, perSeconds: HOUR_S },
  /** For one link. */
  about: { points: 100, perSeconds: HOUR_S },
  all: { points: 1000, perSeconds: HOUR_S },
} as const

/** A device on which an address was proven is known for so long. */
const KNOWN_FOR_MS = 90 * 24 * HOUR_S * 1000

/** From here on each further code for one visitor costs some work. */
const FREE_SENDS = 5
const MAX_WORK = 16

/**
 * Codes by which somebody without an account proves a mail address. They have limits of their own, so that nobody can use up
 * those of the codes with which people sign in; and whether the address has an account makes no difference.
 */
export interface VisitorCodes {
  /** Whether the server sends mail. */
  readonly canSend: boolean
  /** `about` is what the code is good for, and for nothing else. */
  send(code: {
    about: string
    email: string
    caller: Caller
  }): Promise<{ id: string; expiresIn: number }>
  /** Gives the address that is proven. A code works once and allows five tries. */
  redeem(code: {
    about: string
    id: string
    code: string
    caller: Pick<Caller, 'deviceId'>
  }): Promise<string>
  /** How much work the next code for this caller must bring. */
  assess: Risk['assess']
}

export function createVisitorCodes({
  db,
  clock,
  random,
  codeKey,
  notifier,
  publicUrl,
  sessions,
}: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  notifier: Notifier
  publicUrl: string
  sessions: Pick<Sessions, 'knowsVisitor'>
}): VisitorCodes {
  const limiter = createLimiter({ db, clock, codeKey })
  const canSend = notifier.channels.includes('email')

  /** Known is a device on which the address was proven before, or its account was signed in. */
  async function findAsker(email: string, caller: Caller): Promise<'known' | 'stranger'> {
    const proven = provenKey(email, caller)
    return db.read(async (reader) => {
      const isProven = proven !== undefined && (await limiter.read(reader, [proven]))(proven) > 0
      const isVisitor = await sessions.knowsVisitor(reader, `email:${email}`, caller)
      return isProven || isVisitor ? 'known' : 'stranger'
    })
  }

  function provenKey(email: string, { deviceId }: Pick<Caller, 'deviceId'>): string | undefined {
    return deviceId && limiter.keyOf('visitor-code:proven', `${email} ${deviceId}`)
  }

  /** What a code counts for: nothing of what strangers count for is counted for those who are known. */
  function limitsOf(
    { about, email, caller }: { about: string; email: string; caller: Caller },
    asker: 'known' | 'stranger',
  ): { pauses: KeyLimit[]; limits: KeyLimit[] } {
    const pausing =
      asker === 'known' ? [{ name: asker, times: 1 }] : countedNetworks(caller.address)
    const pauses = pausing.map(({ name, times }) => ({
      key: limiter.keyOf('visitor-code:pause', `${email} ${name}`),
      limit: timesLimit(VISITOR_CODES.pause, times),
    }))
    const keyOf = (topic: string, who: string) =>
      limiter.keyOf(`visitor-code:${topic}:${asker}`, who)
    const limits = [
      ...pauses,
      { key: keyOf('to-about', `${email} ${about}`), limit: VISITOR_CODES.emailAbout },
      { key: keyOf('to', email), limit: VISITOR_CODES.email },
      { key: keyOf('to-day', email), limit: VISITOR_CODES.emailPerDay[asker] },
      { key: keyOf('about', about), limit: VISITOR_CODES.about },
      { key: `visitor-code:all:${asker}`, limit: VISITOR_CODES.all },
      ...networksOf(caller).map(({ key, times }) => ({
        key,
        limit: timesLimit(VISITOR_CODES.visitor, times),
      })),
    ]
    if (caller.deviceId) {
      const key = limiter.keyOf('visitor-code:device', caller.deviceId)
      limits.push({ key, limit: VISITOR_CODES.visitor })
    }
    return { pauses, limits }
  }

  return {
    canSend,

    async send({ about, email: typed, caller }) {
      if (!canSend) {
        throw new ServiceError('unimplemented', { description: 'this server cannot send mail' })
      }
      const email = toEmail(typed)
      const asker = await findAsker(email, caller)
      const { pauses, limits } = limitsOf({ about, email, caller }, asker)
      await limiter.takePoints(limits)
      const code = createCode(random)
      const nowMs = clock.now()
      const id = createId(random, nowMs)
      await db.write((writer) =>
        insertVerification(writer, {
          id,
          channel: 'email',
          contact: email,
          purpose: PURPOSE,
          client_id: '',
          code_hash: hashCode(codeKey, toHashed(id, about), code),
          tries: 0,
          created_at: nowMs,
          expires_at: nowMs + CODE_TTL_MS,
          token_hash: null,
          token_expires_at: null,
          used_at: null,
        }),
      )
      const mail = { kind: 'visitorCode', code, minutes: CODE_TTL_MS / 60_000 } as const
      const locale = mailLocale(caller.locale)
      try {
        await notifier.send(createMail(mail, { to: email, purpose: mail.kind, locale, publicUrl }))
      } catch (cause) {
        // Nothing left the house: the visitor may ask again at once.
        await db.write(async (writer) => {
          await deleteVerification(writer, id)
          await limiter.uncount(writer, ...pauses.map(({ key }) => key))
        })
        throw cause instanceof RefusedMessage
          ? new ServiceError('invalid_argument', {
              description: 'email: no mail can be delivered to this address',
              cause,
            })
          : new ServiceError('unavailable', {
              description: 'the code could not be sent; try again later',
              cause,
            })
      }
      return { id, expiresIn: CODE_TTL_MS / 1000 }
    },

    async redeem({ about, id, code, caller }) {
      // A wrong guess must stay counted, so the transaction ends well and the refusal follows it.
      const outcome = await db.write(async (writer) => {
        const row = await takeTry(writer, id, { maxTries: MAX_TRIES, nowMs: clock.now() })
        if (row?.purpose !== PURPOSE) return 'expired'
        const hash = hashCode(codeKey, toHashed(id, about), code)
        if (!isSameHash(row.code_hash, hash)) return 'wrong'
        await deleteVerification(writer, id)
        const proven = provenKey(row.contact, caller)
        if (proven !== undefined) await limiter.count(writer, proven, KNOWN_FOR_MS)
        return { email: row.contact }
      })
      if (outcome === 'expired') {
        throw new ServiceError('expired_verification_code', {
          description: 'the code is expired, used, or was tried too often',
        })
      }
      if (outcome === 'wrong') {
        throw new ServiceError('invalid_verification_code', { description: 'the code is wrong' })
      }
      return outcome.email
    },

    async assess({ caller }) {
      const networks = networksOf(caller)
      const points = await db.read((reader) =>
        limiter.read(
          reader,
          networks.map(({ key }) => key),
        ),
      )
      const steps = Math.max(
        ...networks.map(({ key, times }) => Math.floor(points(key) / times) - FREE_SENDS),
      )
      return steps < 0 ? 0 : Math.min(2 ** steps, MAX_WORK)
    },
  }
}

/** No call of the account takes such a code: what its hash is made of begins with another word. */
const PURPOSE = 'VISIT'

function toHashed(id: string, about: string): string {
  return `visit:${id}:${about}`
}

function networksOf({ address }: Caller): { key: string; times: number }[] {
  return countedNetworks(address).map(({ name, times }) => ({
    key: `visitor-code:by:${name}`,
    times,
  }))
}

function timesLimit(
  { points, perSeconds }: { points: number; perSeconds: number },
  times: number,
): KeyLimit['limit'] {
  return { points: points * times, perSeconds }
}
