import type { Reader, Writer } from '../../db/database.ts'
import type { InboxMessageRow } from '../../db/tables.ts'
import type { TimeKey } from '../time-token.ts'

type Kind = InboxMessageRow['kind']
type About = Pick<InboxMessageRow, 'drive_id' | 'node_id'>

/** So many rows at once. */
const BATCH = 200

export async function insertMessages(
  writer: Writer,
  rows: readonly InboxMessageRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    await writer
      .insertInto('inbox_messages')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}

/** The newest first. */
export function listMessages(
  reader: Reader,
  sub: string,
  { after, limit }: { after: TimeKey | undefined; limit: number },
): Promise<InboxMessageRow[]> {
  return reader
    .selectFrom('inbox_messages')
    .selectAll()
    .where('person_sub', '=', sub)
    .$if(after !== undefined, (query) =>
      query.where((message) =>
        message(
          message.refTuple('created_at', 'id'),
          '<',
          message.tuple(after?.at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function findMessage(
  reader: Reader,
  sub: string,
  id: string,
): Promise<InboxMessageRow | undefined> {
  return reader
    .selectFrom('inbox_messages')
    .selectAll()
    .where('person_sub', '=', sub)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countUnread(reader: Reader, sub: string): Promise<number> {
  const { n } = await reader
    .selectFrom('inbox_messages')
    .select((message) => message.fn.countAll<number>().as('n'))
    .where('person_sub', '=', sub)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** All, unless some are named; gives whether there were any. */
export async function markRead(
  writer: Writer,
  sub: string,
  { ids, now }: { ids: readonly string[] | undefined; now: number },
): Promise<boolean> {
  const marked = await writer
    .updateTable('inbox_messages')
    .set({ read_at: now, mail_at: null })
    .where('person_sub', '=', sub)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning('id')
    .execute()
  return marked.length > 0
}

/** Whose the message about a request is once its reader has declined or deleted it. */
const NOBODY = ''

/**
 * False where it was not there. What tells of a request that was declined, or that its reader does not answer, is nobody's from then
 * on: for a week it keeps the same request from being made again.
 */
export async function deleteMessage(writer: Writer, sub: string, id: string): Promise<boolean> {
  const hidden = await writer
    .updateTable('inbox_messages')
    .set({ person_sub: NOBODY, text: null, state: 'declined', mail_at: null })
    .where('person_sub', '=', sub)
    .where('id', '=', id)
    .where('kind', '=', 'access_asked')
    .where('state', 'in', ['declined', 'open'])
    .returning('id')
    .executeTakeFirst()
  if (hidden) return true
  const deleted = await writer
    .deleteFrom('inbox_messages')
    .where('person_sub', '=', sub)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** What these people were told of the same thing before. */
export async function deleteEarlier(
  writer: Writer,
  { drive_id, node_id }: About,
  subs: readonly string[],
  kinds: readonly Kind[],
): Promise<void> {
  for (let at = 0; at < subs.length; at += BATCH) {
    await writer
      .deleteFrom('inbox_messages')
      .where('drive_id', '=', drive_id)
      .where('node_id', '=', node_id)
      .where('kind', 'in', kinds)
      .where('person_sub', 'in', subs.slice(at, at + BATCH))
      .execute()
  }
}

/** Which of these people were told of the same thing after a time. */
export async function listNewer(
  reader: Reader,
  { drive_id, node_id, at }: About & { at: number },
  subs: readonly string[],
  kinds: readonly Kind[],
): Promise<string[]> {
  if (subs.length === 0) return []
  const rows = await reader
    .selectFrom('inbox_messages')
    .select('person_sub')
    .where('drive_id', '=', drive_id)
    .where('node_id', '=', node_id)
    .where('kind', 'in', kinds)
    .where('created_at', '>', at)
    .where('person_sub', 'in', subs)
    .execute()
  return rows.map(({ person_sub }) => person_sub)
}

/** The oldest unread ones by an actor go, beyond so many in the inbox of each of these people. */
export async function trimUnread(
  writer: Writer,
  actorSub: string,
  subs: readonly string[],
  max: number,
): Promise<void> {
  for (let at = 0; at < subs.length; at += BATCH) {
    await writer
      .deleteFrom('inbox_messages')
      .where('id', 'in', (message) =>
        message
          .selectFrom(
            message
              .selectFrom('inbox_messages')
              .select((row) => [
                'id',
                row.fn
                  .agg<number>('row_number')
                  .over((over) =>
                    over
                      .partitionBy('person_sub')
                      .orderBy('created_at', 'desc')
                      .orderBy('id', 'desc'),
                  )
                  .as('nth'),
              ])
              .where('person_sub', 'in', subs.slice(at, at + BATCH))
              .where('actor_sub', '=', actorSub)
              .where('read_at', 'is', null)
              // Nobody can push out the news of what they did as an administrator.
              .where('kind', '<>', 'manager_appointed')
              .as('unread'),
          )
          .select('unread.id')
          .where('unread.nth', '>', max),
      )
      .execute()
  }
}

/** Those of one kind about one node: of some person, or by some actor. */
export function listAbout(
  reader: Reader,
  { drive_id, node_id }: About,
  kind: Kind,
): Promise<InboxMessageRow[]> {
  return reader
    .selectFrom('inbox_messages')
    .selectAll()
    .where('drive_id', '=', drive_id)
    .where('node_id', '=', node_id)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .execute()
}

export async function updateMessage(
  writer: Writer,
  { drive_id, id }: Pick<InboxMessageRow, 'drive_id' | 'id'>,
  set: Partial<
    Pick<InboxMessageRow, 'amount' | 'senders' | 'created_at' | 'mail_at' | 'state' | 'read_at'>
  >,
): Promise<void> {
  await writer
    .updateTable('inbox_messages')
    .set(set)
    .where('drive_id', '=', drive_id)
    .where('id', '=', id)
    .execute()
}

/** For whom, and for which kind, mails are due. */
export function listDue(
  reader: Reader,
  now: number,
  limit: number,
): Promise<Pick<InboxMessageRow, 'person_sub' | 'kind'>[]> {
  return reader
    .selectFrom('inbox_messages')
    .select(['person_sub', 'kind'])
    .distinct()
    .where('mail_at', '<=', now)
    .limit(limit)
    .execute()
}

/** The newest first. */
export function listDueFor(
  reader: Reader,
  { person_sub, kind }: Pick<InboxMessageRow, 'person_sub' | 'kind'>,
  now: number,
  limit: number,
): Promise<InboxMessageRow[]> {
  return reader
    .selectFrom('inbox_messages')
    .selectAll()
    .where('person_sub', '=', person_sub)
    .where('kind', '=', kind)
    .where('mail_at', '<=', now)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** Gives the ids of those whose mail was still due: of several processes, one takes each. */
export async function takeDue(
  writer: Writer,
  rows: readonly InboxMessageRow[],
  now: number,
): Promise<string[]> {
  const taken = await writer
    .updateTable('inbox_messages')
    .set({ mail_at: null })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('mail_at', '<=', now)
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

export async function postponeMails(
  writer: Writer,
  messages: readonly Pick<InboxMessageRow, 'id'>[],
  mail_at: number,
): Promise<void> {
  await writer
    .updateTable('inbox_messages')
    .set({ mail_at })
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .execute()
}

/** Mails that wait are no longer wanted. */
export async function forgetMails(writer: Writer, sub: string, kind: Kind): Promise<void> {
  await writer
    .updateTable('inbox_messages')
    .set({ mail_at: null })
    .where('person_sub', '=', sub)
    .where('kind', '=', kind)
    .where('mail_at', 'is not', null)
    .execute()
}

/** At most so many that are older; gives how many there were. */
export async function deleteOlder(writer: Writer, before: number, limit: number): Promise<number> {
  const deleted = await writer
    .deleteFrom('inbox_messages')
    .where('id', 'in', (message) =>
      message
        .selectFrom('inbox_messages')
        .select('id')
        .where('created_at', '<', before)
        .limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}

/** Who has more messages than this, not counting what is nobody's. */
export async function listCrowded(reader: Reader, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('inbox_messages')
    .select('person_sub')
    .where('person_sub', '!=', NOBODY)
    .groupBy('person_sub')
    .having((message) => message.fn.countAll<number>(), '>', max)
    .execute()
  return rows.map(({ person_sub }) => person_sub)
}

/** An open request for access stays, however old: somebody waits for its answer. */
export async function keepNewest(writer: Writer, sub: string, max: number): Promise<void> {
  await writer
    .deleteFrom('inbox_messages')
    .where('person_sub', '=', sub)
    .where((message) => message.or([message('state', 'is', null), message('state', '!=', 'open')]))
    .where('id', 'not in', (message) =>
      message
        .selectFrom('inbox_messages')
        .select('id')
        .where('person_sub', '=', sub)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(max),
    )
    .execute()
}

/** To a person who is gone, and what they asked others for or offered to them. */
export async function deleteMessagesOf(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('inbox_messages').where('person_sub', '=', sub).execute()
  await writer
    .deleteFrom('inbox_messages')
    .where('actor_sub', '=', sub)
    .where('kind', 'in', ['access_asked', 'transfer_offered'])
    .execute()
}

export async function handOverMessages(
  writer: Writer,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await writer
    .updateTable('inbox_messages')
    .set({ person_sub: to })
    .where('person_sub', '=', from)
    .execute()
  await writer
    .updateTable('inbox_messages')
    .set({ actor_sub: to })
    .where('actor_sub', '=', from)
    .execute()
  // Nobody is told what they did themselves.
  await writer
    .deleteFrom('inbox_messages')
    .where('person_sub', '=', to)
    .where('actor_sub', '=', to)
    .execute()
}
