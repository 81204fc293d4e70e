import { isAnonymousSub } from '@awan/protocol'
import type { GrantRole } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { InboxMessageRow } from '../../db/tables.ts'
import { type Access, systemAccess } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { type Grants, listGrantsOn, parseGrantee, toShare } from '../access/grants.ts'
import {
  findOpenNode,
  isInPlace,
  listAncestors,
  type OpenNode,
  openNode,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findEffects } from '../access/resolve-tops.ts'
import { isTeamDrive } from '../access/team-drive.ts'
import { unknownMessage } from './inbox.ts'
import { findMessage, listAbout, updateMessage } from './messages.store.ts'
import type { Tell } from './tell.ts'

/** So many of those who manage something are asked, its owner first. */
export const MAX_ASKED = 20

/** Whoever was declined is not heard about the same thing for so long. */
export const DECLINED_MS = 7 * 86_400_000

export interface AccessRequest {
  driveId: string
  fileId: string
  message: string | undefined
}

/** Asking for access to something, and answering from the inbox. */
export interface AccessRequests {
  /** Says nothing about whether there is such a thing: whoever asks learns the same in every case. */
  ask(sub: string, request: AccessRequest): Promise<void>
  grant(
    person: { sub: string; sessionId: string },
    messageId: string,
    role: GrantRole,
  ): Promise<void>
  decline(person: { sub: string; sessionId: string }, messageId: string): Promise<void>
}

export function createAccessRequests({
  db,
  drives,
  grants,
  people,
  tell,
}: {
  db: Database
  drives: Drives
  grants: Grants
  people: PeopleDirectory
  tell: Tell
}): AccessRequests {
  /** Whether the person sees it already. */
  async function isSeen(sub: string, { driveId, fileId }: AccessRequest): Promise<boolean> {
    const access: Access = { driveId, actor: { kind: 'person', sub }, right: 'view' }
    try {
      await drives.read(access, (reader, drive) => openNode(reader, drive, fileId))
      return true
    } catch (error) {
      if (isServiceError(error, 'not_found')) return false
      throw error
    }
  }

  /** The owner, and those who have been made a manager of it or of a folder above. */
  async function managersOf(
    reader: Reader,
    drive: OpenDrive,
    { node, above, now }: { node: OpenNode; above: readonly { id: string }[]; now: number },
  ): Promise<string[]> {
    const places = [node, ...above].map(({ id }) => id)
    const all = await listGrantsOn(reader, drive.id, places)
    const managing = all.filter(({ role }) => role === 'manager')
    const effects = await findEffects({ reader, people, now }, drive, managing)
    const subs = isTeamDrive(drive) ? [] : [drive.owner_sub]
    for (const [at, { grantee }] of managing.entries()) {
      if (effects[at] !== 'full' || subs.length >= MAX_ASKED) continue
      const parsed = parseGrantee(grantee)
      if (parsed.kind === 'person') subs.push(parsed.sub)
      if (parsed.kind === 'group') subs.push(...(await people.peopleIn(reader, parsed.groupId)))
    }
    return [...new Set(subs)].slice(0, MAX_ASKED)
  }

  async function write(sub: string, { driveId, fileId, message }: AccessRequest): Promise<void> {
    await drives.transact(systemAccess(driveId), async ({ writer, drive, now }) => {
      if (drive.deleted_at !== null) return
      const node = await findOpenNode(writer, drive, fileId)
      const above = node ? await listAncestors(writer, node) : []
      if (!node || !isInPlace(drive, node, above)) return
      const about = { drive_id: drive.id, node_id: node.id }
      const asked = (await listAbout(writer, about, 'access_asked')).filter(
        (row) => row.actor_sub === sub,
      )
      const isKnown = asked.some(
        ({ state, created_at }) =>
          state === 'open' || (state === 'declined' && created_at > now - DECLINED_MS),
      )
      if (isKnown) return
      const subs = await managersOf(writer, drive, { node, above, now })
      await tell.people(
        writer,
        subs.filter((one) => one !== sub),
        {
          kind: 'access_asked',
          driveId: drive.id,
          nodeId: node.id,
          at: now,
          actorSub: sub,
          text: message || undefined,
          state: 'open',
        },
      )
    })
  }

  /** Does something with an open request, for somebody who may share what it is about. */
  async function answer(
    person: { sub: string; sessionId: string },
    messageId: string,
    state: 'granted' | 'declined',
    work: (
      transaction: Parameters<Parameters<Drives['transact']>[1]>[0],
      asked: InboxMessageRow & { actor_sub: string },
    ) => Promise<void>,
  ): Promise<void> {
    const found = await db.read((reader) => findMessage(reader, person.sub, messageId))
    if (found?.kind !== 'access_asked' || found.actor_sub === null) throw unknownMessage()
    const actor = { kind: 'person', ...person } as const
    const access = toShare({ driveId: found.drive_id, actor, right: 'share' })
    await drives.transact(access, async (transaction) => {
      const { writer, drive, now } = transaction
      await openNode(writer, drive, found.node_id, 'share')
      // Again, now that nobody else can answer it at the same time.
      const asked = await findMessage(writer, person.sub, messageId)
      if (asked?.kind !== 'access_asked' || asked.actor_sub === null) throw unknownMessage()
      if (asked.state !== 'open') throw answered()
      await work(transaction, { ...asked, actor_sub: asked.actor_sub })
      await close(writer, { ...asked, actor_sub: asked.actor_sub }, state, now)
    })
  }

  /** For all who were asked. */
  async function close(
    writer: Writer,
    { drive_id, node_id, actor_sub }: InboxMessageRow & { actor_sub: string },
    state: 'granted' | 'declined',
    now: number,
  ): Promise<void> {
    const all = await listAbout(writer, { drive_id, node_id }, 'access_asked')
    const open = all.filter((row) => row.actor_sub === actor_sub && row.state === 'open')
    for (const row of open) {
      await updateMessage(writer, row, { state, mail_at: null, read_at: row.read_at ?? now })
    }
    await tell.changed(
      writer,
      open.map(({ person_sub }) => person_sub),
    )
  }

  return {
    async ask(sub, request) {
      // Nobody could tell who it is.
      if (isAnonymousSub(sub) || (await isSeen(sub, request))) return
      try {
        await write(sub, request)
      } catch (error) {
        // No such drive.
        if (!isServiceError(error, 'not_found')) throw error
      }
    },

    grant: (person, messageId, role) =>
      answer(person, messageId, 'granted', async (transaction, { node_id, actor_sub }) => {
        const { writer } = transaction
        if (!(await people.isActive(writer, actor_sub))) throw goneAsker()
        const grantee = { kind: 'person', sub: actor_sub } as const
        await grants.createIn(transaction, { nodeId: node_id, grantee, role })
      }),

    decline: (person, messageId) => answer(person, messageId, 'declined', async () => undefined),
  }
}

function answered(): ServiceError {
  return new ServiceError('failed_precondition', {
    description: 'somebody has answered this request already: load the inbox again',
  })
}

function goneAsker(): ServiceError {
  return new ServiceError('failed_precondition', {
    description: 'whoever asked has no active account any more: decline the request',
  })
}
