import type { InboxKind, MailChoice } from '@awan/protocol/drive'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader, Writer } from '../../db/database.ts'
import type { InboxMessageRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { RecordArrivals } from '../access/arriving.ts'
import { findGrant, type Grantee, type TellOfGrant } from '../access/grants.ts'
import { raiseGranteeSeqs } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { findVisitor } from '../share-links/share-links.ts'
import { mailTime, USUAL_MAILS } from './mail-times.ts'
import { deleteEarlier, insertMessages, listAbout, updateMessage } from './messages.store.ts'
import { selectSettings } from './settings.store.ts'

/**
 * Of a larger group nobody is told: each message is a row in the transaction that shares, and a mail
 * besides. Its members find what was shared under “Shared with me”.
 */
export const MAX_TOLD = 500

/** An unread message about a drop folder counts what arrives within a day. */
export const WINDOW_MS = 86_400_000

/** So many names are kept of those who sent something. */
export const MAX_SENDERS = 10

export interface NewMessage {
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
  /** Whether they get a mail of another kind already. */
  isMailed?: boolean
}

/** Writes messages in the transaction of what they tell of. */
export interface Tell {
  ofGrant: TellOfGrant
  ofArrivals: RecordArrivals
  /** The same message to several people. */
  people(writer: Writer, subs: readonly string[], message: NewMessage): Promise<void>
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
    const choices = await readChoices(writer, subs, message.kind)
    await insertMessages(
      writer,
      subs.map((person_sub) => ({
        drive_id: message.driveId,
        id: createId(random, clock.now()),
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
    const members = await directory.peopleIn(reader, grantee.groupId)
    return members.length > MAX_TOLD ? [] : members
  }

  return {
    people,
    changed,

    async ofGrant(writer, { kind, driveId, ownerSub, nodeId, grantee, role, actorSub, at }) {
      const all = await granted(writer, grantee)
      const subs = all.filter((sub) => sub !== actorSub && sub !== ownerSub)
      // The last word about a share is enough: nobody can fill an inbox by sharing one thing again and again.
      await deleteEarlier(writer, { drive_id: driveId, node_id: nodeId }, subs, ABOUT_GRANTS)
      await people(writer, subs, {
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

    async ofArrivals(writer, { driveId, ownerSub, visitor, nodes }) {
      const files = nodes.filter(({ kind }) => kind === 'file')
      const grant = await findGrant(writer, driveId, visitor.grantId)
      if (files.length === 0 || grant?.role !== 'drop') return
      const key = { drive_id: driveId, grant_id: grant.id, visitor_id: visitor.visitorId }
      const sender = await findVisitor(writer, key)
      const subs = [ownerSub, grant.created_by].filter((id) => isPerson(id) && id !== sender?.sub)
      const at = files.at(-1)?.at ?? clock.now()
      const about = { drive_id: driveId, node_id: grant.node_id }
      const known = await listAbout(writer, about, 'drop_arrived')
      const fresh: string[] = []
      for (const sub of new Set(subs)) {
        const open = known.find(
          (row) => row.person_sub === sub && !row.read_at && row.began_at > at - WINDOW_MS,
        )
        if (open) await grow(writer, open, { by: files.length, name: sender?.name, at })
        else fresh.push(sub)
      }
      await people(writer, fresh, {
        kind: 'drop_arrived',
        driveId,
        nodeId: grant.node_id,
        at,
        amount: files.length,
        senders: sender?.name ? [sender.name] : [],
      })
    },
  }

  async function grow(
    writer: Writer,
    row: InboxMessageRow,
    { by, name, at }: { by: number; name: string | undefined; at: number },
  ): Promise<void> {
    const senders = JSON.parse(row.senders ?? '[]') as string[]
    const names = name ? [...new Set([...senders, name])].slice(0, MAX_SENDERS) : senders
    const choices = await readChoices(writer, [row.person_sub], row.kind)
    await updateMessage(writer, row, {
      amount: (row.amount ?? 0) + by,
      senders: JSON.stringify(names),
      created_at: at,
      mail_at: row.mail_at ?? mailTime(row.kind, choices(row.person_sub), at),
    })
    await changed(writer, [row.person_sub])
  }
}

const ABOUT_GRANTS = ['shared_with_you', 'role_changed', 'access_ended'] as const

/** Neither a visitor, nor the server, nor what stands for the owner of a team drive. */
function isPerson(id: string): boolean {
  return !id.includes(':')
}

async function readChoices(
  reader: Reader,
  subs: readonly string[],
  kind: InboxKind,
): Promise<(sub: string) => MailChoice> {
  const rows = await selectSettings(reader, subs)
  const chosen = new Map(
    rows.filter((row) => row.kind === kind).map(({ person_sub, mail }) => [person_sub, mail]),
  )
  return (sub) => chosen.get(sub) ?? USUAL_MAILS[kind]
}
