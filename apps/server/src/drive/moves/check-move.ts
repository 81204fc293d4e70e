import type { CheckedMove } from '@awan/protocol/drive'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { hasGrants } from '../access/grants.ts'
import { type AccessLoss, findMoveLosses, type Move } from '../access/move-losses.ts'
import { openNode, openNodes, openTarget } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { allows, inherited } from '../access/rights.ts'
import { openInside } from '../lists/inside.ts'
import { isFiltered } from '../nodes/list-filter.ts'
import { describeGrantees } from '../shares/describe-grants.ts'
import { type ChosenNodes, ChosenQueue, prepareChosen } from '../tasks/chosen-nodes.ts'

export interface WantedMove {
  chosen: ChosenNodes
  parentId: string
  /** Another drive that the nodes come from; without an id, the caller's own. */
  from?: { driveId: string | undefined } | undefined
}

/** Tells who would lose access by a move, before it happens. It changes nothing. */
export type CheckMove = (access: Access, wanted: WantedMove) => Promise<CheckedMove>

const NOBODY: CheckedMove = { losses: [], more_count: 0, link_count: 0, has_others: false }

/** So many are told one by one. */
const MAX_TOLD = 100

export function createCheckMove({
  db,
  drives,
  accesses,
  people,
  clock,
}: {
  db: Database
  drives: Drives
  accesses: Accesses
  people: PeopleDirectory
  clock: Clock
}): CheckMove {
  return async (access, { chosen, parentId, from }) => {
    const { actor } = access
    if (actor.kind !== 'person') throw new Error('only a person asks who loses access')
    const into = await drives.read(access, async (reader, drive) => {
      const { folder, above } = await openTarget(reader, drive, parentId)
      return { drive, path: new Set([folder.id, ...above.map(({ id }) => id)]) }
    })
    const source = from
      ? await accesses.of(actor, from.driveId, 'edit')
      : { ...access, right: 'edit' as const }
    const isOpen = await drives.read(source, async (reader, drive) => {
      const isOwners = drive.owner_sub === actor.sub || drive.id === into.drive.id
      return !isOwners || (await hasGrants(reader, drive.id))
    })
    // Nearly every move: there is nobody who could lose something.
    if (!isOpen) return NOBODY

    const { known, linkCount, hasOthers } = await drives.readLong(source, async (reader, drive) => {
      const moved = await findMoved(reader, drive, chosen)
      if (moved.isNone) return { known: [], linkCount: 0, hasOthers: false }
      return findMoveLosses({ reader, people, now: clock.now() }, drive, { ...moved, into })
    })
    const told = known.slice(0, MAX_TOLD)
    return {
      losses: await db.read((reader) => describe(reader, told)),
      more_count: known.length - told.length,
      link_count: linkCount,
      has_others: hasOthers,
    }
  }

  async function describe(
    reader: Reader,
    losses: readonly AccessLoss[],
  ): Promise<CheckedMove['losses']> {
    const grantees = losses.map(({ grantee }) => grantee)
    const described = await describeGrantees(reader, people, grantees)
    const told: CheckedMove['losses'] = []
    for (const [at, grantee] of described.entries()) {
      const keeps_some = losses[at]?.keepsSome ?? false
      const inGroup = grantee.kind === 'group' ? await people.peopleIn(reader, grantee.id) : []
      const counted = grantee.kind === 'group' ? { people_count: inGroup.length } : {}
      told.push({ grantee, keeps_some, ...counted })
    }
    return told
  }

  async function findMoved(
    reader: Reader,
    drive: OpenDrive,
    chosen: ChosenNodes,
  ): Promise<Pick<Move, 'fromIds' | 'isMoved'> & { isNone: boolean }> {
    const inside = 'inside' in chosen && 'folderId' in chosen.inside ? chosen.inside : undefined
    if (inside && !isFiltered(inside.filter) && inside.filter.kind === undefined) {
      // All of a folder: nobody need look at each.
      const { folderId } = await openInside(reader, drive, inside)
      const { rights } = await openNode(reader, drive, folderId, 'view')
      const except = new Set(inside.exceptIds)
      if (allows(inherited(rights), 'edit')) {
        return {
          isNone: false,
          fromIds: [folderId],
          isMoved: (id, parentId) => parentId === folderId && !except.has(id),
        }
      }
    }
    const now = clock.now()
    const prepared = await prepareChosen({ drive, writer: reader, now }, chosen)
    const queue = new ChosenQueue({ drive, writer: reader }, prepared, undefined, () => true)
    const moved = new Set<string>()
    const fromIds = new Set<string>()
    while (!queue.isOver) {
      const ids = await queue.take(NODES_AT_ONCE)
      for (const node of (await openNodes(reader, drive, ids)).values()) {
        // What the caller may not move stays, and is nothing that they are told of here.
        if (node.parent_id === null || !allows(node.rights, drive.reach.right)) continue
        moved.add(node.id)
        // One that is shared by itself may lose less than what is beside it.
        if ((node.shared_until ?? 0) <= now) fromIds.add(node.parent_id)
      }
    }
    const isNone = moved.size === 0
    return { isNone, fromIds: [...fromIds], isMoved: (id) => moved.has(id) }
  }
}

const NODES_AT_ONCE = 500
