import type { Database, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Log } from '../../kernel/log.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { createMail, type InboxMail } from '../../notify/templates/create-mail.ts'
import { createLimiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import { createOutgoingMessages } from '../notices/outgoing-messages.ts'
import { findUser } from '../users/users.ts'

export type { InboxMail } from '../../notify/templates/create-mail.ts'

/** Whatever others do, nobody gets more mails about their inbox within a day. */
export const INBOX_MAILS_PER_DAY = 20
/** Of these, so many about what one and the same person did. */
export const INBOX_MAILS_BY_ONE = 5
const DAY_MS = 86_400_000

/** Mails about what is in the inbox of a person. */
export interface InboxMails extends AsyncDisposable {
  /**
   * Joins the transaction that takes the messages. `sent` also where the person cannot be written to: they have proven no
   * address, or cannot sign in. `too many` where nothing was sent and it can be tried on the next day.
   */
  send(
    writer: Writer,
    mail: {
      sub: string
      mail: InboxMail
      unsubscribeUrl: string
      /** The person who did all that the mail tells of, if it was one. */
      causedBy?: string | undefined
    },
  ): Promise<'sent' | 'too many'>
  /** Resolves when this process has none on its way. */
  settled(): Promise<void>
}

export function createInboxMails(options: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  notifier: Notifier
  publicUrl: string
  log: Log | undefined
}): InboxMails {
  const { publicUrl } = options
  const limiter = createLimiter(options)
  const outgoing = createOutgoingMessages(options)
  return {
    async send(writer, { sub, mail, unsubscribeUrl, causedBy }) {
      const user = await findUser(writer, sub)
      if (user?.status !== 'ACTIVE' || user.email === null || user.email_verified !== 1)
        return 'sent'
      if (causedBy !== undefined) {
        const byOne = limiter.keyOf('inbox:by', `${causedBy} ${sub}`)
        if ((await limiter.count(writer, byOne, DAY_MS)) > INBOX_MAILS_BY_ONE) return 'too many'
      }
      const key = limiter.keyOf('inbox:to', sub)
      if ((await limiter.count(writer, key, DAY_MS)) > INBOX_MAILS_PER_DAY) return 'too many'
      const envelope = {
        to: user.email,
        purpose: mail.kind,
        locale: mailLocale(user.locale),
        publicUrl,
        unsubscribeUrl,
      }
      await outgoing.queue(writer, createMail(mail, envelope))
      return 'sent'
    },
    settled: outgoing.settled,
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  }
}
