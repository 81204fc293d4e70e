import type { Writer } from '../../db/database.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Caller } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Message, Notifier } from '../../notify/notifier.ts'
import { createMail, type Mail } from '../../notify/templates/create-mail.ts'
import { mailLocale } from './mail-locale.ts'

export type SecurityNotice = Extract<Mail, { visit: unknown }>['kind']

/**
 * Tells a person what happened to their account. A notice leaves after the change is durable and on
 * its own time: a slow mail server holds neither a transaction nor an answer.
 */
export interface Notices extends AsyncDisposable {
  sendAfterCommit(writer: Writer, kind: SecurityNotice, user: UserRow, caller: Caller): void
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
}

export function createNotices({
  notifier,
  clock,
  publicUrl,
  log,
}: {
  notifier: Notifier
  clock: Clock
  publicUrl: string
  log: Log | undefined
}): Notices {
  const underway = new Set<Promise<void>>()

  async function deliver(message: Message): Promise<void> {
    try {
      await notifier.send(message)
    } catch (err) {
      log?.error({ err, purpose: message.purpose }, 'a notice could not be sent')
    }
  }

  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway)
  }

  return {
    sendAfterCommit(writer, kind, user, caller) {
      if (user.email === null) return
      const visit = {
        device: caller.deviceName ?? caller.userAgent ?? '?',
        address: caller.address,
      }
      const message = createMail(
        { kind, visit, at: clock.now() },
        {
          to: user.email,
          purpose: kind,
          // The owner's language first: the caller may be the very stranger that we warn of.
          locale: mailLocale(user.locale ?? caller.locale),
          publicUrl,
        },
      )
      writer.afterCommit(() => {
        const delivery = deliver(message).finally(() => underway.delete(delivery))
        underway.add(delivery)
      })
    },
    settled,
    [Symbol.asyncDispose]: settled,
  }
}
