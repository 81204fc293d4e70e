import type { InboxKind, InboxMessage, InboxSettings, MailChoice } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { deleteGranteeSeq } from '../changes/changes.ts'
import { parseTimeToken, toTimeToken } from '../time-token.ts'
import type { DescribeMessages } from './describe-messages.ts'
import { deleteGroupMessagesOf, handOverGroupMessages } from './group-messages.store.ts'
import { USUAL_MAILS } from './mail-times.ts'
import {
  countUnread,
  deleteMessage,
  deleteMessagesOf,
  deleteOlder,
  forgetMails,
  handOverMessages,
  keepNewest,
  listCrowded,
  listMessages,
  markRead,
} from './messages.store.ts'
import { deleteSettings, saveSetting, selectSettings } from './settings.store.ts'
import { inboxId, type Tell } from './tell.ts'

export { countUnread } from './messages.store.ts'

/** Messages are kept so long, and of one person so many. */
export const KEPT_MS = 90 * 86_400_000
export const MAX_KEPT = 1000

/** So many rows at a time that others need not wait. */
const BATCH = 500

/** What people are told, as they read it. */
export interface Inbox {
  list(
    sub: string,
    page: { size: number; token: string | undefined },
  ): Promise<{ messages: InboxMessage[]; unread: number; next_page_token?: string | undefined }>
  /** All, unless some are named; gives how many are unread then. */
  markRead(sub: string, ids: readonly string[] | undefined): Promise<number>
  delete(sub: string, id: string): Promise<void>
  settings(sub: string): Promise<InboxSettings>
  /** What is left out stays as it is. */
  changeSettings(
    sub: string,
    change: { [K in InboxKind]?: MailChoice | undefined },
  ): Promise<InboxSettings>
  readonly chores: Chore[]
}

export function createInbox({
  db,
  clock,
  tell,
  describe,
  maxKept = MAX_KEPT,
}: {
  db: Database
  clock: Clock
  tell: Tell
  describe: DescribeMessages
  maxKept?: number
}): Inbox {
  async function removeOld(): Promise<void> {
    const before = clock.now() - KEPT_MS
    while ((await db.write((writer) => deleteOlder(writer, before, BATCH))) === BATCH);
    for (const sub of await db.read((reader) => listCrowded(reader, maxKept))) {
      await db.write(async (writer) => {
        await keepNewest(writer, sub, maxKept)
        await tell.changed(writer, [sub])
      })
    }
  }

  return {
    async list(sub, { size, token }) {
      const after = token === undefined ? undefined : parseTimeToken(token, LIST)
      const { found, unread } = await db.read(async (reader) => ({
        found: await listMessages(reader, sub, { after, limit: size + 1 }),
        unread: await countUnread(reader, sub),
      }))
      const shown = found.slice(0, size)
      const last = found.length > size ? shown.at(-1) : undefined
      return {
        messages: await describe(sub, shown),
        unread,
        ...(last && { next_page_token: toTimeToken(LIST, { at: last.created_at, id: last.id }) }),
      }
    },

    markRead: (sub, ids) =>
      db.write(async (writer) => {
        const isChanged = await markRead(writer, sub, { ids, now: clock.now() })
        if (isChanged) await tell.changed(writer, [sub])
        return countUnread(writer, sub)
      }),

    delete: (sub, id) =>
      db.write(async (writer) => {
        if (!(await deleteMessage(writer, sub, id))) throw unknownMessage()
        await tell.changed(writer, [sub])
      }),

    settings: (sub) => db.read((reader) => readSettings(reader, sub)),

    changeSettings: (sub, change) =>
      db.write(async (writer) => {
        for (const [kind, mail] of Object.entries(change)) {
          if (mail === undefined) continue
          await saveSetting(writer, sub, kind as InboxKind, mail)
          if (mail === 'never') await forgetMails(writer, sub, kind as InboxKind)
        }
        return readSettings(writer, sub)
      }),

    chores: [{ name: 'old messages of inboxes', everyMs: 3_600_000, run: removeOld }],
  }
}

const LIST = 'inbox'

export function unknownMessage(): ServiceError {
  return new ServiceError('not_found', { description: 'no such message in your inbox' })
}

async function readSettings(reader: Reader, sub: string): Promise<InboxSettings> {
  const chosen = await selectSettings(reader, [sub])
  return {
    ...USUAL_MAILS,
    ...Object.fromEntries(chosen.map(({ kind, mail }) => [kind, mail])),
  }
}

/** With the account of a person. */
export async function forgetInboxOf(writer: Writer, sub: string): Promise<void> {
  await deleteMessagesOf(writer, sub)
  await deleteGroupMessagesOf(writer, sub)
  await deleteSettings(writer, sub)
  await deleteGranteeSeq(writer, inboxId(sub))
}

/** What was told to one account belongs to another one, which keeps its own settings. */
export async function handOverInbox(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await handOverMessages(writer, { from, to })
  await handOverGroupMessages(writer, { from, to })
  await deleteSettings(writer, from)
  await deleteGranteeSeq(writer, inboxId(from))
}
