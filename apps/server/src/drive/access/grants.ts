import type { GrantRole } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader, Writer } from '../../db/database.ts'
import type { DriveRow, GrantRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { raiseGranteeSeqs } from '../changes/changes.ts'
import type { TellSeq } from '../changes/signals.ts'
import { type Access, systemAccess } from './access.ts'
import { parseActorId } from './actor.ts'
import type { Drives, DriveTransaction } from './drives.ts'
import { checkRoom } from './grant-room.ts'
import {
  deleteGrant,
  deleteGrantsOn,
  findGrant,
  findGrantOn,
  type Grantee,
  insertGrant,
  listGrantsOn,
  parseGrantee,
  toGranteeText,
  updateGrant,
} from './grants.store.ts'
import { hasLivingManager } from './living-manager.ts'
import {
  type Ancestor,
  findOpenNode,
  listAncestors,
  type OpenNode,
  openNode,
  requireRight,
  seenAncestors,
} from './open-node.ts'
import { checkMembership, isMembership, isRaised, refuseOwn } from './raised-grants.ts'
import { isOwner, type OpenDrive } from './reach.ts'
import { type Effect, findEffects, isCovered } from './resolve-tops.ts'
import { atMost, rightsOfRole } from './rights.ts'
import { isTeamDrive } from './team-drive.ts'

export {
  countGrantsOn,
  deleteGrantsOf,
  deleteGrantsOfGroup,
  deleteGrantsOfOwner,
  findGrant,
  findGrantByNumber,
  type Grantee,
  handOverGrants,
  hasGrants,
  listDrivesWithGrantsOf,
  listGrantedNodes,
  listGrantsOfCreator,
  listGrantsOfGrantees,
  listGrantsOn,
  listManagedBy,
  listManagers,
  listPartners,
  parseGrantee,
  toGranteeText,
} from './grants.store.ts'

export interface NewGrant {
  /** Chosen at random unless told. */
  id?: string | undefined
  nodeId: string
  grantee: Grantee
  role: GrantRole
  /** Undefined where the grant does not expire. */
  expiresAt?: number | undefined
  note?: string | undefined
  /** Who gives it, where the server acts for somebody. */
  actorSub?: string | undefined
  /** Whether the grantee learns of it in another way. */
  isQuiet?: boolean | undefined
}

/** What is left out stays as it is; null takes it away. */
export interface GrantChange {
  role?: GrantRole | undefined
  expiresAt?: number | null | undefined
  note?: string | null | undefined
  /** Whether what was made from the grant goes on: visits, and the links that were signed in them. */
  keepsVisits?: boolean | undefined
  /** Whether it gives more in another way: a link without its password. */
  isRaise?: boolean | undefined
}

/** What has changed for those whom a grant is for. */
export interface GrantNews {
  kind: 'shared_with_you' | 'role_changed' | 'access_ended'
  driveId: string
  ownerSub: string
  nodeId: string
  grantee: Grantee
  role: GrantRole
  /** Who did it: nobody tells them. Undefined for the server itself. */
  actorSub: string | undefined
  at: number
}

/** Tells them, in the transaction that changed it. */
export type TellOfGrant = (writer: Writer, news: GrantNews) => Promise<void>

/** A grant with its node, for a caller who may share it. */
export interface OpenGrant {
  grant: GrantRow
  node: OpenNode
}

export interface ListedGrant extends GrantRow {
  effect: Effect
  /** The folder above that it was made on; undefined for one on the node itself. */
  inheritedFrom: Ancestor | undefined
}

/** Who else reaches a node. Each call but `leave` needs the right to share it. */
export interface Grants {
  /** A person, group or address that has a grant on the node already gets the new role, expiry and note. */
  create(access: Access, grant: NewGrant): Promise<GrantRow>
  /** Ends what was made from the grant, unless the change keeps it. */
  change(access: Access, grantId: string, change: GrantChange): Promise<GrantRow>
  revoke(access: Access, grantId: string): Promise<void>
  /** The same three as a part of a transaction that does more. */
  createIn(transaction: DriveTransaction, grant: NewGrant): Promise<OpenGrant>
  changeIn(transaction: DriveTransaction, open: OpenGrant, change: GrantChange): Promise<GrantRow>
  revokeIn(
    transaction: DriveTransaction,
    open: OpenGrant,
    options?: Pick<NewGrant, 'isQuiet'>,
  ): Promise<void>
  /** The first manager of a team drive that is being made. */
  addManager(writer: Writer, drive: DriveRow, sub: string, actorSub?: string): Promise<void>
  /** The grantee gives up what they were given, also where it gives them nothing any more. */
  leave(driveId: string, grantId: string, grantees: readonly Grantee[]): Promise<void>
  /** All grants on the node itself, by any granter, and on the folders above that the caller sees, the nearest first. */
  list(access: Access, nodeId: string): Promise<{ drive: DriveRow; grants: ListedGrant[] }>
  describe(access: Access, grantId: string): Promise<ListedGrant>
}

export function createGrants(options: {
  drives: Drives
  clock: Clock
  random: Random
  people: PeopleDirectory
  tellSeq?: TellSeq | undefined
  tellOfGrant?: TellOfGrant | undefined
}): Grants {
  const { drives, clock, random, people, tellSeq, tellOfGrant } = options

  async function tellPeople(
    { writer, drive, now, actorId }: DriveTransaction,
    kind: GrantNews['kind'],
    { node_id: nodeId, grantee, role }: Pick<GrantRow, 'node_id' | 'grantee' | 'role'>,
    actorSub?: string,
  ): Promise<void> {
    const actor = parseActorId(actorId)
    await tellOfGrant?.(writer, {
      kind,
      driveId: drive.id,
      ownerSub: drive.owner_sub,
      nodeId,
      grantee: parseGrantee(grantee),
      role,
      actorSub: actorSub ?? (actor.kind === 'person' ? actor.sub : undefined),
      at: now,
    })
  }

  /** Tells those who follow the node, the grantee above all, and those in whose lists of shares it is. */
  async function tell(
    { writer, drive, recordChange }: DriveTransaction,
    node: OpenNode,
    grants: readonly [GrantRow, ...GrantRow[]],
  ): Promise<void> {
    recordChange({ shared: node })
    const grantee = parseGrantee(grants[0].grantee)
    if (grantee.kind === 'person') recordChange({ granted: node, sub: grantee.sub })
    const sharers = [drive.owner_sub, ...grants.map(({ created_by }) => created_by)]
    const told = [...sharers.flatMap(toPerson), ...(grantee.kind === 'link' ? [] : [grantee])]
    await tellGrantees(writer, told, tellSeq)
  }

  /**
   * Rights are bounded by those of the granter. Where theirs no longer suffice for the role, whoever gives
   * it now answers for it; so does whoever raises what somebody else gave, unless they are the owner.
   */
  async function replace(
    { writer, drive, now, actorId }: DriveTransaction,
    grant: GrantRow,
    set: Pick<GrantRow, 'role' | 'expires_at' | 'note' | 'epoch'>,
    isRaise = isRaised(grant, set),
  ): Promise<GrantRow> {
    const next = { ...grant, ...set }
    const parts = { reader: writer, people, now }
    if (isMembership(drive, grant)) {
      if (isRaise) await checkMembership(parts, drive, next)
      await updateGrant(writer, grant, set)
      return next
    }
    const isByOther = isRaise && !isOwner(drive, drive.reach)
    const isKept = !isByOther && (await isCovered(parts, drive, next))
    if (!isKept) await refuseOwn(parts, drive, next)
    const created_by = isKept ? grant.created_by : actorId
    await updateGrant(writer, grant, { ...set, created_by })
    return { ...next, created_by }
  }

  /**
   * Nobody else could let people into a team drive: the last manager can neither leave nor be lowered, and a group counts only as
   * long as an active person is in it.
   */
  async function requireManager(
    { writer, drive }: DriveTransaction,
    before: GrantRow,
  ): Promise<void> {
    const isMembersGrant = isTeamDrive(drive) && before.node_id === drive.root_id
    if (!isMembersGrant || before.role !== 'manager') return
    if (await hasLivingManager(writer, people, drive)) return
    throw needsManager()
  }

  async function createIn(
    transaction: DriveTransaction,
    { id, nodeId, grantee, role, expiresAt, note, actorSub, isQuiet = false }: NewGrant,
  ): Promise<OpenGrant> {
    const { drive, writer, now, actorId } = transaction
    const node = await openNode(writer, drive, nodeId, 'share')
    checkGrantable(role, node.rights)
    const text = toGranteeText(grantee)
    checkGrantee(role, text)
    checkNotOwner(drive.owner_sub, grantee)
    const set = { role, expires_at: expiresAt ?? null, note: note ?? null }
    const key = { driveId: drive.id, nodeId: node.id, grantee: text }
    const known = grantee.kind === 'link' ? undefined : await findGrantOn(writer, key)
    const grant = known
      ? await replace(transaction, known, { ...set, epoch: known.epoch + 1 })
      : await insert()
    if (known) await requireManager(transaction, known)
    await tell(transaction, node, known ? [grant, known] : [grant])
    const isOver = known?.expires_at != null && known.expires_at <= now
    if (isQuiet) return { grant, node }
    if (!known || isOver) await tellPeople(transaction, 'shared_with_you', grant, actorSub)
    else if (known.role !== role) await tellPeople(transaction, 'role_changed', grant, actorSub)
    return { grant, node }

    async function insert(): Promise<GrantRow> {
      await checkRoom(transaction, node.id, grantee)
      const row: GrantRow = {
        drive_id: drive.id,
        id: id ?? createId(random, clock.now()),
        node_id: node.id,
        grantee: text,
        created_by: actorId,
        created_at: now,
        epoch: 1,
        ...set,
      }
      // A member of a team drive stays when whoever let them in leaves.
      if (isMembership(drive, row)) {
        await checkMembership({ reader: writer, people, now }, drive, row)
        row.created_by = drive.owner_sub
      }
      await insertGrant(writer, row)
      return row
    }
  }

  async function changeIn(
    transaction: DriveTransaction,
    { grant, node }: OpenGrant,
    { role, expiresAt, note, keepsVisits = false, isRaise }: GrantChange,
  ): Promise<GrantRow> {
    if (role !== undefined) checkGrantable(role, node.rights)
    if (role !== undefined) checkGrantee(role, grant.grantee)
    const set = {
      role: role ?? grant.role,
      expires_at: expiresAt === undefined ? grant.expires_at : expiresAt,
      note: note === undefined ? grant.note : note,
      epoch: grant.epoch + (keepsVisits ? 0 : 1),
    }
    const next = await replace(transaction, grant, set, isRaise || isRaised(grant, set))
    await requireManager(transaction, grant)
    await tell(transaction, node, [next, grant])
    if (next.role !== grant.role) await tellPeople(transaction, 'role_changed', next)
    return next
  }

  async function revokeIn(
    transaction: DriveTransaction,
    { grant, node }: OpenGrant,
    { isQuiet = false }: Pick<NewGrant, 'isQuiet'> = {},
  ): Promise<void> {
    await deleteGrant(transaction.writer, grant)
    await requireManager(transaction, grant)
    await tell(transaction, node, [grant])
    const isOver = grant.expires_at !== null && grant.expires_at <= transaction.now
    if (!isOver && !isQuiet) await tellPeople(transaction, 'access_ended', grant)
  }

  return {
    createIn,
    changeIn,
    revokeIn,

    async addManager(writer, drive, sub, actorSub) {
      const grantee = { kind: 'person', sub } as const
      const at = clock.now()
      await insertGrant(writer, {
        drive_id: drive.id,
        id: createId(random, at),
        node_id: drive.root_id,
        grantee: toGranteeText(grantee),
        role: 'manager',
        created_by: drive.owner_sub,
        created_at: at,
        expires_at: null,
        note: null,
        epoch: 1,
      })
      await tellGrantees(writer, [grantee], tellSeq)
      await tellOfGrant?.(writer, {
        kind: 'shared_with_you',
        driveId: drive.id,
        ownerSub: drive.owner_sub,
        nodeId: drive.root_id,
        grantee,
        role: 'manager',
        actorSub,
        at,
      })
    },

    create: (access, grant) =>
      drives.transact(toShare(access), async (transaction) => {
        return (await createIn(transaction, grant)).grant
      }),

    change: (access, grantId, change) =>
      drives.transact(toShare(access), async (transaction) => {
        const open = await openGrant(transaction.writer, transaction.drive, grantId)
        return changeIn(transaction, open, change)
      }),

    revoke: (access, grantId) =>
      drives.transact(toShare(access), async (transaction) => {
        await revokeIn(transaction, await openGrant(transaction.writer, transaction.drive, grantId))
      }),

    leave: (driveId, grantId, grantees) =>
      // The server acts: the grantee may not even see the node, and it is theirs to give up all the same.
      drives.transact(systemAccess(driveId), async (transaction) => {
        const { writer, drive } = transaction
        const grant = await findGrant(writer, driveId, grantId)
        const isTheirs = grant && grantees.map(toGranteeText).includes(grant.grantee)
        if (!isTheirs) throw unknownGrant()
        if (parseGrantee(grant.grantee).kind === 'group') throw ofGroup()
        const node = await findOpenNode(writer, drive, grant.node_id)
        await deleteGrant(writer, grant)
        await requireManager(transaction, grant)
        if (node) await tell(transaction, node, [grant])
      }),

    list: (access, nodeId) =>
      drives.read(toShare(access), async (reader, drive) => {
        const node = await openNode(reader, drive, nodeId)
        const above = seenAncestors(drive, node, await listAncestors(reader, node)).reverse()
        const places = [node, ...above].map(({ id }) => id)
        const found = await listGrantsOn(reader, drive.id, places)
        const grants = places.flatMap((id) => found.filter(({ node_id }) => node_id === id))
        const effects = await findEffects({ reader, people, now: clock.now() }, drive, grants)
        return {
          drive,
          grants: grants.map((grant, at) => ({
            ...grant,
            effect: effects[at] ?? 'none',
            inheritedFrom: above.find(({ id }) => id === grant.node_id),
          })),
        }
      }),

    describe: (access, grantId) =>
      drives.read(toShare(access), async (reader, drive) => {
        const { grant } = await openGrant(reader, drive, grantId)
        const [effect = 'none'] = await findEffects({ reader, people, now: clock.now() }, drive, [
          grant,
        ])
        return { ...grant, effect, inheritedFrom: undefined }
      }),
  }
}

/** Tells those who follow what is shared with these grantees, or by them, that it has changed. */
export async function tellGrantees(
  writer: Writer,
  grantees: readonly Grantee[],
  tellSeq: TellSeq | undefined,
): Promise<void> {
  const raised = await raiseGranteeSeqs(writer, grantees.map(toGranteeText))
  writer.afterCommit(() => {
    for (const { grantee, seq } of raised) tellSeq?.(grantee, seq)
  })
}

/** Tells whoever made a grant that it is used up further than before. */
export async function tellMaker(
  writer: Writer,
  { drive_id, grant_id }: { drive_id: string; grant_id: string },
  tellSeq: TellSeq | undefined,
): Promise<void> {
  const grant = await findGrant(writer, drive_id, grant_id)
  if (grant) await tellGrantees(writer, toPerson(grant.created_by), tellSeq)
}

/** Nobody where it is a visitor, the server, or what stands for the owner of a team drive. */
function toPerson(id: string): Grantee[] {
  return id.includes(':') ? [] : [{ kind: 'person', sub: id }]
}

/** What was granted on nodes that are gone is gone with them. */
export async function forgetGrantsOn(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
): Promise<void> {
  if (nodeIds.length > 0) await deleteGrantsOn(writer, driveId, nodeIds)
}

/** How some nodes are shared now, each by the kinds of those with whom. */
export async function kindsOfGrants(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
  now: number,
): Promise<Map<string, Set<Grantee['kind']>>> {
  const grants = nodeIds.length === 0 ? [] : await listGrantsOn(reader, driveId, nodeIds)
  const kinds = new Map<string, Set<Grantee['kind']>>()
  for (const { node_id, grantee, expires_at } of grants) {
    if (expires_at !== null && expires_at <= now) continue
    const known = kinds.get(node_id) ?? new Set()
    kinds.set(node_id, known.add(parseGrantee(grantee).kind))
  }
  return kinds
}

export function toShare(access: Access): Access {
  return { ...access, right: 'share' }
}

/** For a caller who may share its node. */
export async function openGrant(
  reader: Reader,
  drive: OpenDrive,
  grantId: string,
): Promise<OpenGrant> {
  const grant = await findGrant(reader, drive.id, grantId)
  const node = grant && (await findOpenNode(reader, drive, grant.node_id))
  // In the same words for one on a node that the caller does not see.
  if (!node) throw unknownGrant()
  requireRight(node, 'share')
  return { grant, node }
}

export function unknownGrant(): ServiceError {
  return new ServiceError('not_found', { description: 'no such grant' })
}

/** Nobody gives more than they have. */
function checkGrantable(role: GrantRole, rights: number): void {
  if (atMost(role, rights) === rightsOfRole(role)) return
  throw new ServiceError('permission_denied', {
    description: `the role ${role} has more rights than you have here: choose a lower role`,
  })
}

/** A visitor is nobody in particular: what they shared on, nobody could answer for. */
function checkGrantee(role: GrantRole, grantee: string): void {
  if (role !== 'manager' || grantee !== toGranteeText({ kind: 'link' })) return
  throw new ServiceError('invalid_argument', {
    description: 'the role manager cannot be given to a link: choose another role',
  })
}

function checkNotOwner(ownerSub: string, grantee: Grantee): void {
  if (grantee.kind !== 'person' || grantee.sub !== ownerSub) return
  throw new ServiceError('invalid_argument', {
    description: 'grantee is the owner of the drive, who has all rights already',
  })
}

export function needsManager(): ServiceError {
  return new ServiceError('failed_precondition', {
    description:
      'a team drive needs a manager without an expiry, a person or a group with active people in it: appoint another manager first',
  })
}

function ofGroup(): ServiceError {
  return new ServiceError('failed_precondition', {
    description: 'this was shared with a group: ask an administrator to take you out of the group',
  })
}
