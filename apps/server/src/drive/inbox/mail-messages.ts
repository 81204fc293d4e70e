import type { InboxKind, InboxMessage } from '@awan/protocol/drive'
import type { InboxMail, InboxMails } from '../../account/index.ts'
import type { Database } from '../../db/database.ts'
import type { InboxMessageRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { DescribeMessages } from './describe-messages.ts'
import { nextDaily } from './mail-times.ts'
import { listDue, listDueFor, postponeMails, takeDue } from './messages.store.ts'
import type { Unsubscribe } from './unsubscribe.ts'

/** So many messages one mail counts; what is left comes with the next one. */
const MAX_IN_MAIL = 200
/** So many mails between two looks at what is due. */
const BATCH = 100

/**
 * Sends the mails that are due: one per person and kind, whose reader can then stop that kind alone. What was read in the
 * meantime needs no mail, and what the person does not see any more is not named in one.
 */
export function mailChore({
  db,
  clock,
  describe,
  mails,
  unsubscribe,
}: {
  db: Database
  clock: Clock
  describe: DescribeMessages
  mails: Pick<InboxMails, 'send'>
  unsubscribe: Pick<Unsubscribe, 'urlFor'>
}): Chore {
  async function mailOne(due: Pick<InboxMessageRow, 'person_sub' | 'kind'>): Promise<void> {
    const now = clock.now()
    const { person_sub: sub, kind } = due
    const rows = await db.read((reader) => listDueFor(reader, due, now, MAX_IN_MAIL))
    // Another process was faster.
    if (rows.length === 0) return
    const told = (await describe(sub, rows)).filter(isWorthTelling)
    await db.write(async (writer) => {
      const taken = new Set(await takeDue(writer, rows, now))
      const messages = told.filter(({ id }) => taken.has(id))
      if (messages.length === 0) return
      const mail: InboxMail = { kind: MAILS[kind], items: messages.map(toItem) }
      const unsubscribeUrl = unsubscribe.urlFor(sub, kind)
      const causedBy = onlyActor(messages)
      const outcome = await mails.send(writer, { sub, mail, unsubscribeUrl, causedBy })
      if (outcome === 'sent') return
      await postponeMails(writer, messages, nextDaily(now))
    })
  }

  return {
    name: 'mails about inboxes',
    everyMs: 30_000,
    async run() {
      for (;;) {
        const due = await db.read((reader) => listDue(reader, clock.now(), BATCH))
        for (const one of due) await mailOne(one)
        if (due.length < BATCH) return
      }
    },
  }
}

const MAILS: Record<InboxKind, InboxMail['kind']> = {
  shared_with_you: 'sharedWithYou',
  role_changed: 'roleChanged',
  access_ended: 'accessEnded',
  drop_arrived: 'dropArrived',
  access_asked: 'accessAsked',
  transfer_offered: 'transferOffered',
  transfer_answered: 'transferAnswered',
  manager_appointed: 'managerAppointed',
}

/** Who did all of it, if it was one person. */
function onlyActor(messages: readonly InboxMessage[]): string | undefined {
  const [first, ...others] = new Set(messages.map(({ actor }) => actor?.sub))
  return others.length === 0 ? first : undefined
}

/** Of most things nothing is left to say when the person cannot see them. */
function isWorthTelling({ kind, file, state = 'open' }: InboxMessage): boolean {
  if (kind === 'access_ended' || kind === 'transfer_answered') return true
  return file !== undefined && state === 'open'
}

function toItem(message: InboxMessage): InboxMail['items'][number] {
  const { kind, actor, file, role, count, senders, text = '' } = message
  return {
    from: actor ? actor.name : (senders ?? []).join(', '),
    item: file?.name ?? (kind === 'transfer_answered' ? text : ''),
    role,
    count,
  }
}
