import { isAnonymousSub } from '@awan/protocol'
import {
  type ConflictRule,
  MAX_OPEN_OFFERS,
  MAX_OPEN_OFFERS_TO_ONE,
  OFFER_DAYS,
  type Offer,
} from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader, Writer } from '../../db/database.ts'
import type { OfferRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chore } from '../../kernel/housekeeping.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { type Access, systemAccess } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Person } from '../access/actor.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { findGrant, type Grants } from '../access/grants.ts'
import { openDrive } from '../access/open-drive.ts'
import {
  findOpenNode,
  isInPlace,
  listAncestors,
  type OpenNode,
  openNode,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { isTeamDrive } from '../access/team-drive.ts'
import type { Tell } from '../inbox/tell.ts'
import { weighBelow } from '../nodes/tree.ts'
import { checkRoom } from '../quota/quota.ts'
import type { Tasks, ToldTask } from '../tasks/tasks.ts'
import { describeKept, type InspectedOffer } from './describe-kept.ts'
import { createDescribeOffers } from './describe-offers.ts'
import { offerIsOver } from './hand-over.ts'
import { findFullGrantsBelow, toKeptAccess } from './kept-access.ts'
import {
  deleteExpired,
  deleteOpen,
  findOffer,
  insertOffer,
  listOpen,
  listOpenIn,
  reopenOffer,
} from './offers.store.ts'

export { deleteOffersOf, handOverOffers } from './offers.store.ts'

const OFFER_MS = OFFER_DAYS * 86_400_000

/** So many rows at a time that others need not wait. */
const BATCH = 500

export interface NewOffer {
  nodeId: string
  toSub: string
  note: string | undefined
  keepsEditing: boolean
}

/** Where whoever accepts wants to have it: in their own drive unless told. */
export interface OfferPlace {
  driveId?: string | undefined
  parentId: string
  conflict: ConflictRule
}

/** Handing something over to a person who accepts. */
export interface Offers {
  create(access: Access, offer: NewOffer): Promise<Offer>
  /** Those that are open. */
  list(person: Person): Promise<{ given: Offer[]; received: Offer[] }>
  takeBack(person: Person, id: string): Promise<void>
  /** Who keeps access to what this person is offered. */
  inspect(person: Person, id: string): Promise<InspectedOffer>
  accept(person: Person, id: string, place: OfferPlace): Promise<ToldTask>
  decline(person: Person, id: string): Promise<void>
  readonly chores: Chore[]
}

export function createOffers(options: {
  db: Database
  clock: Clock
  random: Random
  people: PeopleDirectory
  drives: Drives
  accesses: Accesses
  grants: Grants
  tasks: Pick<Tasks, 'begin' | 'get'>
  tell: Tell
}): Offers {
  const { db, clock, random, people, drives, accesses, grants, tasks, tell } = options
  const describe = createDescribeOffers(options)

  return {
    async create(access, { nodeId, toSub, note, keepsEditing }) {
      const { actor } = access
      if (actor.kind !== 'person') throw new Error('only a person offers something')
      if (toSub === actor.sub) throw refused('to_sub: it is yours already, choose another person')
      const row = await drives.transact({ ...access, right: 'own' }, async (transaction) => {
        const { writer, drive, now } = transaction
        if (isAnonymousSub(toSub) || !(await people.isActive(writer, toSub))) {
          throw refused('to_sub: there is no such person')
        }
        const node = await openOffered(writer, drive, nodeId)
        await requireNoOther(transaction, node)
        await requireFew(writer, { from: actor.sub, to: toSub, now })
        const expires_at = now + OFFER_MS
        const grant_id = await letLook(transaction, node, { sub: toSub, expiresAt: expires_at })
        const row: OfferRow = {
          drive_id: drive.id,
          id: createId(random, now),
          node_id: node.id,
          from_sub: actor.sub,
          to_sub: toSub,
          note: note || null,
          keeps_editing: keepsEditing ? 1 : 0,
          grant_id,
          created_at: now,
          expires_at,
          task_drive_id: null,
          task_id: null,
        }
        await insertOffer(writer, row)
        await tell.people(writer, [toSub], {
          id: row.id,
          kind: 'transfer_offered',
          driveId: drive.id,
          nodeId: node.id,
          at: now,
          actorSub: actor.sub,
          text: note || undefined,
          state: 'open',
        })
        return row
      })
      const [offer] = await describe(actor, [row])
      if (!offer) throw new Error('an offer was described by nothing')
      return offer
    },

    async list(person) {
      const { given, received } = await db.read(async (reader) => ({
        given: await listOpen(reader, 'from_sub', person.sub, clock.now()),
        received: await listOpen(reader, 'to_sub', person.sub, clock.now()),
      }))
      return {
        given: await describe(person, given),
        // What its receiver cannot see was put in the trash, or its giver may not give it any more.
        received: (await describe(person, received)).filter(({ file }) => file),
      }
    },

    async inspect(person, id) {
      const offer = await db.read((reader) => findOffer(reader, 'to_sub', person.sub, id))
      if (!offer || offer.task_id !== null) throw offerIsOver()
      const { from_sub, to_sub } = offer
      return asGiver(offer, async (reader, drive, node) => {
        const parts = { reader, people, now: clock.now() }
        const kept = (await findFullGrantsBelow(parts, drive, node.id)).flatMap((grant) => {
          const access = toKeptAccess(grant, [from_sub, to_sub])
          return access ? [{ nodeId: grant.node_id, ...access }] : []
        })
        return describeKept(reader, people, drive, kept)
      })
    },

    takeBack: (person, id) =>
      close('from_sub', person, id, async ({ writer }, { to_sub }) => {
        await tell.forget(writer, to_sub, id)
      }),

    decline: (person, id) =>
      close('to_sub', person, id, async ({ writer, drive, now }, { node_id, from_sub }) => {
        const theirs = seeingAs(drive.id, from_sub)
        const node = await findSeen(writer, drive, { nodeId: node_id, access: theirs, now })
        await tell.settle(writer, { sub: person.sub, id, state: 'declined', at: now })
        await tell.people(writer, [from_sub], {
          kind: 'transfer_answered',
          driveId: drive.id,
          nodeId: node_id,
          at: now,
          actorSub: person.sub,
          state: 'declined',
          text: node?.name,
        })
      }),

    async accept(person, id, { driveId, parentId, conflict }) {
      const access = await accesses.of(person, driveId, 'add')
      const offer = await db.read((reader) => findOffer(reader, 'to_sub', person.sub, id))
      if (!offer) throw offerIsOver()
      const begun = await findMove(person, offer)
      if (begun) return begun
      const bytes = await measure(offer)
      const target = await drives.read(access, async (_reader, drive) => drive)
      requirePlace(target, offer)
      checkRoom(target, bytes)
      return tasks.begin(access, 'move_across', {
        ids: [offer.node_id],
        parentId,
        conflict,
        from: { driveId: offer.drive_id, actorId: offer.from_sub },
        offer: { id, keepsEditing: offer.keeps_editing === 1 },
      })
    },

    chores: [{ name: 'offers that are over', everyMs: 3_600_000, run: removeExpired }],
  }

  /** Whoever is to decide sees what they get, until the offer ends. */
  async function letLook(
    transaction: DriveTransaction,
    node: OpenNode,
    { sub, expiresAt }: { sub: string; expiresAt: number },
  ): Promise<string | null> {
    const { writer, drive, now } = transaction
    const access = seeingAs(drive.id, sub)
    if (await findSeen(writer, drive, { nodeId: node.id, access, now })) return null
    const grantee = { kind: 'person', sub } as const
    const look = { nodeId: node.id, grantee, role: 'viewer', expiresAt, isQuiet: true } as const
    return (await grants.createIn(transaction, look)).grant.id
  }

  /** Undefined for what that access does not reach. */
  async function findSeen(
    writer: Writer,
    drive: OpenDrive,
    { nodeId, access, now }: { nodeId: string; access: Access; now: number },
  ): Promise<OpenNode | undefined> {
    try {
      const opened = await openDrive(writer, drive, access, { people, now })
      return await findOpenNode(writer, opened, nodeId)
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  /** Ends one that nobody has accepted, and what its receiver saw by it. */
  async function close(
    side: 'from_sub' | 'to_sub',
    person: Person,
    id: string,
    work: (transaction: DriveTransaction, offer: OfferRow) => Promise<void>,
  ): Promise<void> {
    const found = await db.read((reader) => findOffer(reader, side, person.sub, id))
    if (!found || found.expires_at <= clock.now()) throw offerIsOver()
    // The server acts: the receiver may do nothing there, and the giver may have lost the right.
    await drives.transact(systemAccess(found.drive_id), async (transaction) => {
      if (!(await deleteOpen(transaction.writer, found))) throw offerIsOver()
      await endLook(transaction, found)
      await work(transaction, found)
    })
  }

  /** Unless somebody has made more of it since. */
  async function endLook(
    transaction: DriveTransaction,
    { grant_id, expires_at }: Pick<OfferRow, 'grant_id' | 'expires_at'>,
  ): Promise<void> {
    const { writer, drive } = transaction
    const grant = grant_id === null ? undefined : await findGrant(writer, drive.id, grant_id)
    const node = grant && (await findOpenNode(writer, drive, grant.node_id))
    // It may have taken the place of one that had expired, so that its epoch tells nothing.
    if (!node || grant.role !== 'viewer' || grant.expires_at !== expires_at) return
    await grants.revokeIn(transaction, { grant, node }, { isQuiet: true })
  }

  /** The move of an offer that was accepted; one that came to nothing leaves the offer open. */
  async function findMove(person: Person, offer: OfferRow): Promise<ToldTask | undefined> {
    const { task_id, task_drive_id } = offer
    if (task_id === null || task_drive_id === null) return undefined
    const task = await findTask({ driveId: task_drive_id, actor: person, right: 'view' }, task_id)
    if (task && (task.ended_at === null || task.phase === 'complete')) return task
    await db.write((writer) => reopenOffer(writer, offer, task_id))
    return undefined
  }

  async function findTask(access: Access, id: string): Promise<ToldTask | undefined> {
    try {
      return await tasks.get(access, id)
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  /** How many bytes it has, where the offer is good: whoever made it can still give it. */
  function measure(offer: OfferRow): Promise<number> {
    return asGiver(
      offer,
      async (reader, drive, { id }) => (await weighBelow(reader, drive.id, [id])).bytes,
    )
  }

  /** As whoever made the offer sees it, if they can still give it. */
  async function asGiver<T>(
    { drive_id: driveId, from_sub: sub, node_id, expires_at }: OfferRow,
    work: (reader: Reader, drive: OpenDrive, node: OpenNode) => Promise<T>,
  ): Promise<T> {
    if (expires_at <= clock.now()) throw offerIsOver()
    try {
      const theirs = { driveId, actor: { kind: 'person', sub }, right: 'own' } as const
      return await drives.readLong(theirs, async (reader, drive) => {
        if (!(await people.isActive(reader, sub))) throw offerIsOver()
        return work(reader, drive, await openOffered(reader, drive, node_id))
      })
    } catch (error) {
      if (isServiceError(error)) throw offerIsOver()
      throw error
    }
  }

  async function removeExpired(): Promise<void> {
    while ((await db.write((writer) => deleteExpired(writer, clock.now(), BATCH))) === BATCH);
  }
}

function seeingAs(driveId: string, sub: string): Access {
  return { driveId, actor: { kind: 'person', sub }, right: 'view' }
}

/** Something outside the trash that the caller can give away. */
async function openOffered(reader: Reader, drive: OpenDrive, nodeId: string): Promise<OpenNode> {
  const node = await openNode(reader, drive, nodeId, 'own')
  if (node.id === drive.root_id) throw refused('a whole drive cannot be offered: choose a folder')
  if (!isInPlace(drive, node, await listAncestors(reader, node))) {
    throw new ServiceError('failed_precondition', {
      description: 'it is in the trash: restore it first',
    })
  }
  return node
}

/** Of two offers that overlap, the second one to be accepted would give what is gone. */
async function requireNoOther(
  { writer, drive, now }: DriveTransaction,
  node: OpenNode,
): Promise<void> {
  const above = await listAncestors(writer, node)
  const path = new Set([node, ...above].map(({ id }) => id))
  for (const { node_id } of await listOpenIn(writer, drive.id, now)) {
    const other = await findOpenNode(writer, drive, node_id)
    const isBelow = other && (await listAncestors(writer, other)).some(({ id }) => id === node.id)
    if (!path.has(node_id) && !isBelow) continue
    throw new ServiceError('failed_precondition', {
      description: 'it is offered already, or a folder above it or something in it: take that back',
    })
  }
}

/** Nobody can fill the inbox of another person. */
async function requireFew(
  reader: Reader,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<void> {
  const given = await listOpen(reader, 'from_sub', from, now)
  const received = await listOpen(reader, 'to_sub', to, now)
  const between = received.filter(({ from_sub }) => from_sub === from)
  if (between.length >= MAX_OPEN_OFFERS_TO_ONE) {
    throw new ServiceError('resource_exhausted', {
      description: `you have made this person ${MAX_OPEN_OFFERS_TO_ONE} open offers: wait until some are answered`,
    })
  }
  if (given.length < MAX_OPEN_OFFERS && received.length < MAX_OPEN_OFFERS) return
  const who = given.length < MAX_OPEN_OFFERS ? 'this person has' : 'you have made'
  throw new ServiceError('resource_exhausted', {
    description: `${who} ${MAX_OPEN_OFFERS} open offers: wait until some are answered`,
  })
}

function requirePlace(target: OpenDrive, offer: OfferRow): void {
  if (target.id === offer.drive_id) throw refused('drive_id: it is in this drive already')
  if (isTeamDrive(target) || target.owner_sub === offer.to_sub) return
  throw refused('drive_id: choose your own drive or a team drive')
}

function refused(description: string): ServiceError {
  return new ServiceError('invalid_argument', { description })
}
