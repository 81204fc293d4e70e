import { isAnonymousSub } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Log } from '../../kernel/log.ts'
import type { Notifier } from '../../notify/notifier.ts'
import { createMail } from '../../notify/templates/create-mail.ts'
import { createLimiter } from '../limits/limits.ts'
import { mailLocale } from '../notices/mail-locale.ts'
import { createOutgoingMessages } from '../notices/outgoing-messages.ts'
import { findUser, findUserByContact } from '../users/users.ts'

/** Enough to invite a class, too little to flood a mailbox or to send advertisements. */
export const INVITATIONS_PER_DAY = { byPerson: 50, toAddress: 5 }
const DAY_MS = 86_400_000

export interface Invitation {
  email: string
  inviterSub: string
  /** What they are invited to. */
  itemName: string
}

/**
 * Mails to addresses with which something was shared. Whether somebody has an account with the address
 * changes nothing but the language of the mail, which only its reader sees.
 */
export interface Invitations extends AsyncDisposable {
  /** Joins the transaction of the share; throws where too many were sent already, and nothing is shared then. */
  send(writer: Writer, invitation: Invitation): Promise<void>
  /** Resolves when this process has none on its way. */
  settled(): Promise<void>
}

export function createInvitations(options: {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  notifier: Notifier
  publicUrl: string
  log: Log | undefined
}): Invitations {
  const { publicUrl } = options
  const limiter = createLimiter(options)
  const outgoing = createOutgoingMessages(options)
  return {
    async send(writer, { email, inviterSub, itemName }) {
      if (isAnonymousSub(inviterSub)) {
        throw new ServiceError('permission_denied', {
          description: 'an anonymous account cannot invite a mail address: sign up first',
        })
      }
      const byPerson = limiter.keyOf('invite:by', inviterSub)
      const toAddress = limiter.keyOf('invite:to', email)
      const count = await limiter.countEach(writer, [byPerson, toAddress], DAY_MS)
      if (count(byPerson) > INVITATIONS_PER_DAY.byPerson) throw tooMany('you have invited')
      if (count(toAddress) > INVITATIONS_PER_DAY.toAddress)
        throw tooMany('this address was invited')
      const inviter = await findUser(writer, inviterSub)
      const reader = await findUserByContact(writer, { kind: 'email', value: email })
      const locale = mailLocale(reader?.locale ?? inviter?.locale)
      const mail = { kind: 'invitation', from: inviter?.name ?? '', item: itemName } as const
      const envelope = { to: email, purpose: mail.kind, locale, publicUrl }
      await outgoing.queue(writer, createMail(mail, envelope))
    },
    settled: outgoing.settled,
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  }
}

function tooMany(who: string): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `${who} too often within a day: try again tomorrow, or share with a link`,
  })
}
