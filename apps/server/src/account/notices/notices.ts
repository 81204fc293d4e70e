import type { Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { createMail, type Mail } from '../../notify/templates/create-mail.ts'
import { createSms } from '../../notify/templates/create-sms.ts'
import { mailLocale } from './mail-locale.ts'
import type { OutgoingMessages } from './outgoing-messages.ts'

export type SecurityNotice = Extract<Mail, { visit: unknown }>['kind']

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
  notifier,
  clock,
  publicUrl,
}: {
  outgoing: OutgoingMessages
  notifier: Notifier
  clock: Clock
  publicUrl: string
}): Notices {
  const canText = notifier.channels.includes('sms') && notifier.smsCodesOnly !== true

  const queueMail: Notices['queueMail'] = async (writer, mail, user, tag) => {
    // The owner's language first: the caller may be the very stranger that we warn of.
    const locale = mailLocale(user.locale ?? tag)
    const purpose = mail.kind
    if (user.email !== null) {
      await outgoing.queue(writer, createMail(mail, { to: user.email, purpose, locale, publicUrl }))
    } else if (user.phone_number !== null && canText) {
      await outgoing.queue(writer, createSms(mail, { to: user.phone_number, purpose, locale }))
    }
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
