import type { Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Channel, Notifier } from '../../notify/notifier.ts'
import { createMail, type Mail } from '../../notify/templates/create-mail.ts'
import { createSms } from '../../notify/templates/create-sms.ts'
import type { Limiter } from '../limits/limits.ts'
import { mailLocale } from './mail-locale.ts'
import type { OutgoingMessages } from './outgoing-messages.ts'

export type SecurityNotice = Extract<Mail, { visit: unknown }>['kind']

/**
 * So often a day one and the same kind of notice goes to a contact; the history has the others too. A person can cause one
 * with each sign-in, a text message costs its sender money, and a phone number can earn some with it. Each kind is
 * counted for itself: a thief who causes many of one hides none of another.
 */
export const NOTICES_PER_DAY: Record<Channel, number> = { email: 20, sms: 5 }
const DAY_MS = 24 * 3600_000

/** A notice about what an administrator did to an account. */
export type AdminNotice = Exclude<Extract<Mail, { at: number }>['kind'], SecurityNotice>

/** The recipient of a notice. */
export type Recipient = Pick<UserRow, 'email' | 'phone_number' | 'locale'> &
  Partial<Pick<UserRow, 'deletion_due_at'>>

/**
 * Tells a person what happened to their account. A notice is queued in the transaction of the change
 * and sent after its commit: neither exists without the other, and a slow mail server delays neither a
 * transaction nor a response.
 */
export interface Notices {
  /** What happened, with the visit that did it. */
  queue(writer: Writer, kind: SecurityNotice, user: Recipient, caller: Caller): Promise<void>
  /** Any mail, also one that no visit caused; `tag` is the language if the person has chosen none. */
  queueMail(writer: Writer, mail: NoticeMail, user: Recipient, tag?: string): Promise<void>
}

/** Codes do not wait in a table. */
export type NoticeMail = Exclude<Mail, { kind: 'code' }>

export function createNotices({
  outgoing,
  limiter,
  notifier,
  clock,
  publicUrl,
}: {
  outgoing: OutgoingMessages
  limiter: Pick<Limiter, 'count' | 'keyOf'>
  notifier: Notifier
  clock: Clock
  publicUrl: string
}): Notices {
  const canText = notifier.channels.includes('sms') && notifier.smsCodesOnly !== true

  async function isTooMany(
    writer: Writer,
    { channel, kind, to }: { channel: Channel; kind: NoticeMail['kind']; to: string },
  ): Promise<boolean> {
    const key = limiter.keyOf(`notice:${channel}:${kind}`, to)
    return (await limiter.count(writer, key, DAY_MS)) > NOTICES_PER_DAY[channel]
  }

  const queueMail: Notices['queueMail'] = async (writer, mail, user, tag) => {
    // The owner's language first: the caller may be the very stranger that we warn of.
    const locale = mailLocale(user.locale ?? tag)
    const purpose = mail.kind
    const channel = user.email !== null ? 'email' : 'sms'
    const to = user.email ?? (canText ? user.phone_number : null)
    if (to === null || (await isTooMany(writer, { channel, kind: purpose, to }))) return
    await outgoing.queue(
      writer,
      channel === 'email'
        ? createMail(mail, { to, purpose, locale, publicUrl })
        : createSms(mail, { to, purpose, locale }),
    )
  }

  return {
    queueMail,
    queue: (writer, kind, user, caller) => {
      const visit = {
        device: caller.deviceName ?? caller.userAgent ?? '?',
        address: caller.address,
      }
      return queueMail(
        writer,
        { kind, visit, at: clock.now(), deletionAt: user.deletion_due_at ?? undefined },
        user,
        caller.locale,
      )
    },
  }
}
