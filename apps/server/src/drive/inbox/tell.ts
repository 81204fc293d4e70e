import type { InboxKind, MailChoice } from '@awan/protocol/drive'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader, Writer } from '../../db/database.ts'
import type { GroupMessageRow, InboxMessageRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { RecordArrivals } from '../access/arriving.ts'
import { findGrant, type Grantee, type TellOfGrant } from '../access/grants.ts'
import { raiseGranteeSeqs } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { isSystemFile } from '../nodes/system-file.ts'
import { findLink, findVisitor } from '../share-links/share-links.ts'
import { deleteGroupMessage, insertGroupMessage } from './group-messages.store.ts'
import { mailTime, USUAL_MAILS } from './mail-times.ts'
import {
  deleteEarlier,
  deleteMessage,
  findMessage,
  insertMessages,
  listAbout,
  listNewer,
  trimUnread,
  updateMessage,
} from './messages.store.ts'
import { selectSettings } from './settings.store.ts'

/**
 * So many people of a group are told in the transaction that shares, which others of the drive wait for. Those of a
 * larger group are told after it, in steps.
 */
export const MAX_TOLD = 500

/** An unread message about a drop folder counts what arrives within a day. */
export const WINDOW_MS = 86_400_000

/** So many unread messages one person can have in the inbox of another: their own oldest ones make room. */
export const MAX_UNREAD_BY_ONE = 100

/** So many names are kept of those who sent something. */
export const MAX_SENDERS = 10

export interface NewMessage {
  /** Chosen at random unless told, for a message to one person. */
  id?: string | undefined
  kind: InboxKind
  driveId: string
  nodeId: string
  at: number
  actorSub?: string | undefined
  role?: InboxMessageRow['role']
  amount?: number
  senders?: readonly string[]
  text?: string | undefined
  state?: InboxMessageRow['state']
  /** When they get a mail, instead of as they have chosen; whoever has chosen none gets none. */
  mail?: MailChoice | undefined
  /** Whether they get a mail of another kind already. */
  isMailed?: boolean
}

/** Writes messages in the transaction of what they tell of. */
export interface Tell {
  ofGrant: TellOfGrant
  ofArrivals: RecordArrivals
  /** Some people of a large group. */
  ofGroup(writer: Writer, message: GroupMessageRow, subs: readonly string[]): Promise<void>
  /** The same message to several people. */
  people(writer: Writer, subs: readonly string[], message: NewMessage): Promise<void>
  /** Of a message that waits for an answer: it has one, or none again. */
  settle(
    writer: Writer,
    message: { sub: string; id: string; state: NonNullable<InboxMessageRow['state']>; at: number },
  ): Promise<void>
  /** Nothing is left to tell. */
  forget(writer: Writer, sub: string, id: string): Promise<void>
  /** The number of unread messages of these people may be another one. */
  changed(writer: Writer, subs: readonly string[]): Promise<void>
}

/** What the inbox of a person is called where changes are followed. */
export function inboxId(sub: string): string {
  return `inbox:${sub}`
}

export function createTell({
  clock,
  random,
  people: directory,
  tellSeq,
}: {
  clock: Clock
  random: Random
  people: PeopleDirectory
  tellSeq?: TellSeq | undefined
}): Tell {
  async function changed(writer: Writer, subs: readonly string[]): Promise<void> {
    const raised = await raiseGranteeSeqs(writer, subs.map(inboxId))
    writer.afterCommit(() => {
      for (const { grantee, seq } of raised) tellSeq?.(grantee, seq)
    })
  }

  async function people(
    writer: Writer,
    subs: readonly string[],
    message: NewMessage,
  ): Promise<void> {
    if (subs.length === 0) return
    const choices = await readChoices(writer, subs, message)
    await insertMessages(
      writer,
      subs.map((person_sub) => ({
        drive_id: message.driveId,
        id: message.id ?? createId(random, clock.now()),
        person_sub,
        kind: message.kind,
        node_id: message.nodeId,
        actor_sub: message.actorSub ?? null,
        role: message.role ?? null,
        amount: message.amount ?? null,
        senders: message.senders ? JSON.stringify(message.senders) : null,
        text: message.text ?? null,
        state: message.state ?? null,
        began_at: message.at,
        created_at: message.at,
        read_at: null,
        mail_at: message.isMailed ? null : mailTime(message.kind, choices(person_sub), message.at),
      })),
    )
    if (message.actorSub !== undefined) {
      await trimUnread(writer, message.actorSub, subs, MAX_UNREAD_BY_ONE)
    }
    await changed(writer, subs)
  }

  /** Those whom a grant is for. */
  async function granted(reader: Reader, grantee: Grantee): Promise<string[]> {
    if (grantee.kind === 'person') return [grantee.sub]
    if (grantee.kind === 'link') return []
    if (grantee.kind === 'email') {
      const sub = await directory.personOfEmail(reader, grantee.email)
      return sub === undefined ? [] : [sub]
    }
    return directory.peopleIn(reader, grantee.groupId)
  }

  /** The last word about a share is enough: nobody can fill an inbox by sharing one thing again and again. */
  async function lastWord(
    writer: Writer,
    subs: readonly string[],
    message: NewMessage,
  ): Promise<void> {
    const about = { drive_id: message.driveId, node_id: message.nodeId }
    await deleteEarlier(writer, about, subs, ABOUT_GRANTS)
    await people(writer, subs, message)
  }

  return {
    people,
    changed,

    async settle(writer, { sub, id, state, at }) {
      const message = await findMessage(writer, sub, id)
      if (!message) return
      await updateMessage(writer, message, { state, mail_at: null, read_at: message.read_at ?? at })
      await changed(writer, [sub])
    },

    async forget(writer, sub, id) {
      if (await deleteMessage(writer, sub, id)) await changed(writer, [sub])
    },

    async ofGrant(writer, { kind, driveId, ownerSub, nodeId, grantee, role, actorSub, at }) {
      const all = await granted(writer, grantee)
      if (grantee.kind === 'group') {
        const key = { drive_id: driveId, node_id: nodeId, group_id: grantee.groupId }
        await deleteGroupMessage(writer, key)
        if (all.length > MAX_TOLD) {
          return insertGroupMessage(writer, {
            ...key,
            id: createId(random, clock.now()),
            kind,
            role: kind === 'access_ended' ? null : role,
            actor_sub: actorSub ?? null,
            owner_sub: ownerSub,
            at,
            told_to: '',
          })
        }
      }
      const subs = all.filter((sub) => sub !== actorSub && sub !== ownerSub)
      await lastWord(writer, subs, {
        kind,
        driveId,
        nodeId,
        at,
        actorSub,
        ...(kind !== 'access_ended' && { role }),
        // An address is sent an invitation.
        isMailed: grantee.kind === 'email' && kind === 'shared_with_you',
      })
    },

    async ofGroup(writer, message, some) {
      const { drive_id: driveId, node_id: nodeId, kind, role, at } = message
      // What somebody was told of it since then is the last word.
      const newer = await listNewer(writer, message, some, ABOUT_GRANTS)
      const actorSub = message.actor_sub ?? undefined
      const told = new Set([...newer, actorSub, message.owner_sub])
      const subs = some.filter((sub) => !told.has(sub))
      await lastWord(writer, subs, { kind, driveId, nodeId, at, actorSub, role })
    },

    async ofArrivals(writer, { driveId, ownerSub, visitor, nodes }) {
      const files = nodes.filter(({ kind, name }) => kind === 'file' && !isSystemFile(name))
      const grant = await findGrant(writer, driveId, visitor.grantId)
      if (files.length === 0 || grant?.role !== 'drop') return
      const key = { drive_id: driveId, grant_id: grant.id, visitor_id: visitor.visitorId }
      const sender = await findVisitor(writer, key)
      const subs = [ownerSub, grant.created_by].filter((id) => isPerson(id) && id !== sender?.sub)
      const at = files.at(-1)?.at ?? clock.now()
      const about = { drive_id: driveId, node_id: grant.node_id }
      const known = await listAbout(writer, about, 'drop_arrived')
      const mail = (await findLink(writer, driveId, grant.id))?.arrival_mail ?? undefined
      const fresh: string[] = []
      for (const sub of new Set(subs)) {
        const open = known.find(
          (row) => row.person_sub === sub && !row.read_at && row.began_at > at - WINDOW_MS,
        )
        if (open) await grow(writer, open, { by: files.length, name: sender?.name, at, mail })
        else fresh.push(sub)
      }
      await people(writer, fresh, {
        kind: 'drop_arrived',
        driveId,
        nodeId: grant.node_id,
        at,
        amount: files.length,
        senders: sender?.name ? [sender.name] : [],
        mail,
      })
    },
  }

  async function grow(
    writer: Writer,
    row: InboxMessageRow,
    {
      by,
      name,
      at,
      mail,
    }: { by: number; name: string | undefined; at: number; mail: MailChoice | undefined },
  ): Promise<void> {
    const senders = JSON.parse(row.senders ?? '[]') as string[]
    const names = name ? [...new Set([...senders, name])].slice(0, MAX_SENDERS) : senders
    const choices = await readChoices(writer, [row.person_sub], { kind: row.kind, mail })
    const mailAt = mailTime(row.kind, choices(row.person_sub), at)
    await updateMessage(writer, row, {
      amount: (row.amount ?? 0) + by,
      senders: JSON.stringify(names),
      created_at: at,
      // Of several links into one folder, the one whose mails come sooner decides.
      mail_at: sooner(row.mail_at, mailAt),
    })
    await changed(writer, [row.person_sub])
  }
}

const ABOUT_GRANTS = ['shared_with_you', 'role_changed', 'access_ended'] as const

function sooner(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

/** Neither a visitor, nor the server, nor what stands for the owner of a team drive. */
function isPerson(id: string): boolean {
  return !id.includes(':')
}

async function readChoices(
  reader: Reader,
  subs: readonly string[],
  { kind, mail }: Pick<NewMessage, 'kind' | 'mail'>,
): Promise<(sub: string) => MailChoice> {
  const rows = await selectSettings(reader, subs)
  const chosen = new Map(
    rows.filter((row) => row.kind === kind).map(({ person_sub, mail }) => [person_sub, mail]),
  )
  return (sub) => {
    const own = chosen.get(sub) ?? USUAL_MAILS[kind]
    // Who has stopped these mails, as by the way out of one, is not written to by the choice of somebody else.
    return own === 'never' ? own : (mail ?? own)
  }
}
