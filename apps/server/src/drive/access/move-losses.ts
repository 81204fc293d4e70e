import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DriveRow, GrantRow } from '../../db/tables.ts'
import {
  type Grantee,
  listGrantedNodes,
  listGrantsOn,
  parseGrantee,
  toGranteeText,
} from './grants.store.ts'
import { openNodes } from './open-node.ts'
import type { OpenDrive } from './reach.ts'
import { granteesOf, type Moving, type ResolveParts, Resolver } from './resolve-tops.ts'
import { allows, join, NO_RIGHTS, type RightSet, rightsOfRole } from './rights.ts'
import { isTeamDrive } from './team-drive.ts'

/** What is to be moved, and into which folder. */
export interface Move {
  /** The folders out of which something is moved that has no grant of its own. */
  fromIds: readonly string[]
  isMoved: Moving['isMoved']
  into: {
    drive: OpenDrive
    /** The folder and those above it. */
    path: ReadonlySet<string>
  }
}

/** Somebody who could do more before the move than after it. */
export interface AccessLoss {
  grantee: Grantee
  /** Whether they can still do something. */
  keepsSome: boolean
}

interface MoveLosses {
  /** Those whom the caller may know: they may share what the others had access to. */
  known: AccessLoss[]
  /** How many links the caller knows that lead there no more. */
  linkCount: number
  /** Whether there are some whom the caller may not know. */
  hasOthers: boolean
}

/**
 * Who loses access to something by a move. Rights are computed from where a node is, and a grant gives no more than
 * its maker has there: so the grants on what is moved and on the folders above it are resolved twice, with the tree as it is and as
 * it would be. Whoever keeps their rights in another way, by a group or by the folder that it comes into, loses nothing. An address
 * counts by itself: whether somebody has an account with it is not said. The caller is not named to themselves.
 */
export async function findMoveLosses(
  parts: ResolveParts,
  drive: OpenDrive,
  { fromIds, isMoved, into }: Move,
): Promise<MoveLosses> {
  const { reader, people, now } = parts
  const isAcross = into.drive.id !== drive.id
  const moving = { isMoved, into: isAcross ? undefined : into.path }
  const here = new Resolver(parts, drive)
  const moved = await findMoved(here, await listGrantedNodes(reader, drive.id, now), isMoved)
  const from = await here.pathsOf(fromIds)
  const points: Point[] = [
    ...fromIds.map((id) => ({ moved: [], above: [...(from(id) ?? [])], id: undefined })),
    ...moved,
  ]
  const before = await resolve(parts, drive, here, points.flatMap(pathOf))
  const later = new Resolver(parts, drive, moving)
  const afterOf = await later.pathsOf(moved.map(({ id }) => id))
  const intoPath = isAcross ? [] : [...into.path]
  const after = await resolve(parts, drive, later, [...points.flatMap(pathOf), ...intoPath])
  const there = isAcross ? await resolveInto(parts, into) : undefined
  const mayShare = await openNodes(reader, drive, before.grantedIds)

  const keysOfPeople = new Map<string, ReadonlySet<string>>()
  const losses = new Map<string, { loss: AccessLoss; isKnown: boolean }>()
  const lookedAbove = new Set<string>()
  let looks = 0
  for (const point of points) {
    const path = pathOf(point)
    const afterPath = point.id === undefined ? moving.into : afterOf(point.id)
    for (const key of keysToLookAt(point)) {
      // Others are answered in between: there may be very many of them.
      if (++looks % LOOKS_AT_ONCE === 0) await nextTurn()
      if (isSettled(key)) continue
      const theirs = before.grantsOn(path, key)
      const grantee = parseGrantee(key)
      const keys = await keysOf(grantee, key)
      const had = joined(theirs.map(before.rightsOf))
      const rest = there?.(grantee, keys) ?? after.rightsAt(afterPath ?? NOWHERE, keys)
      if (join(had, rest) === rest) continue
      const isKnown = theirs.some((grant) => isLost(grant, afterPath) && maySee(grant))
      add(key, { grantee, keepsSome: rest !== NO_RIGHTS }, isKnown)
    }
  }
  const ownerSub = drive.owner_sub
  if (isAcross && !isTeamDrive(drive)) {
    const owner = { kind: 'person', sub: ownerSub } as const
    const rest = there?.(owner, await keysOf(owner, toGranteeText(owner))) ?? NO_RIGHTS
    // Their name is known to everybody who reaches the drive.
    if (!allows(rest, 'view')) add(toGranteeText(owner), { grantee: owner, keepsSome: false }, true)
  }
  const { actor } = drive.reach
  if (actor.kind === 'person') losses.delete(toGranteeText(actor))

  const all = [...losses.values()]
  const known = all.flatMap(({ loss, isKnown }) => (isKnown ? loss : []))
  return {
    known: known.filter(({ grantee }) => grantee.kind !== 'link'),
    linkCount: known.filter(({ grantee }) => grantee.kind === 'link').length,
    hasOthers: all.some(({ isKnown }) => !isKnown),
  }

  /**
   * Whoever has access to all that is moved together, from above it, loses the same everywhere, or less where a group or an address of
   * theirs has more: they are looked at once for each folder that something leaves, and for each choice of those that have more there.
   */
  function keysToLookAt({ moved, above }: Point): Iterable<string> {
    const own = before.keysOn(moved)
    if (moved.length > 1) return own
    const place = `${above[0]} ${before.sharedRightsOn(moved)}`
    if (lookedAbove.has(place)) return own
    lookedAbove.add(place)
    return new Set([...own, ...before.keysOn(above)])
  }

  /** Whether nothing worse can be found. */
  function isSettled(key: string): boolean {
    const found = losses.get(key)
    return found?.isKnown === true && !found.loss.keepsSome
  }

  function add(key: string, loss: AccessLoss, isKnown: boolean): void {
    const found = losses.get(key)
    losses.set(key, {
      loss: { ...loss, keepsSome: loss.keepsSome && (found?.loss.keepsSome ?? true) },
      isKnown: isKnown || (found?.isKnown ?? false),
    })
  }

  function isLost(grant: GrantRow, path: ReadonlySet<string> | undefined): boolean {
    const had = before.rightsOf(grant)
    const has = path?.has(grant.node_id) ? after.rightsOf(grant) : NO_RIGHTS
    return join(had, has) !== has
  }

  function maySee({ node_id }: GrantRow): boolean {
    const node = mayShare.get(node_id)
    return node !== undefined && allows(node.rights, 'share')
  }

  /** By which grants somebody has access, by those of their groups too. */
  async function keysOf(grantee: Grantee, key: string): Promise<ReadonlySet<string>> {
    if (grantee.kind !== 'person') return new Set([key])
    const known = keysOfPeople.get(key)
    if (known) return known
    const keys = new Set((await granteesOf(reader, people, grantee.sub)).map(toGranteeText))
    keysOfPeople.set(key, keys)
    return keys
  }
}

const LOOKS_AT_ONCE = 500

/** Something that is moved and has a grant of its own, or, without an id, all that leaves a folder and has none. */
interface Point {
  id: string | undefined
  /** From it up to what is moved, and the folders above that, from the bottom up. */
  moved: readonly string[]
  above: readonly string[]
}

type MovedPoint = Point & { id: string }

function pathOf({ moved, above }: Point): string[] {
  return [...moved, ...above]
}

/** Those of some nodes that are moved, or below something that is. */
async function findMoved(
  resolver: Resolver,
  nodeIds: readonly string[],
  isMoved: Moving['isMoved'],
): Promise<MovedPoint[]> {
  const pathOf = await resolver.pathsOf(nodeIds)
  return nodeIds.flatMap((id) => {
    const path = [...(pathOf(id) ?? [])]
    const top = path.findIndex((one, at) => {
      const parentId = path[at + 1]
      return parentId !== undefined && isMoved(one, parentId)
    })
    return top === -1 ? [] : { id, moved: path.slice(0, top + 1), above: path.slice(top + 1) }
  })
}

const NOWHERE: ReadonlySet<string> = new Set()

/** The grants on some nodes of a drive, with what they give. */
async function resolve(
  { reader, now }: ResolveParts,
  drive: DriveRow,
  resolver: Resolver,
  nodeIds: readonly string[],
) {
  const found = await listGrantsOn(reader, drive.id, nodeIds)
  const grants = found.filter(({ expires_at }) => expires_at === null || expires_at > now)
  const rights = await resolver.rightsOf(grants)
  const byId = new Map(grants.map(({ id }, at) => [id, rights[at] ?? NO_RIGHTS]))
  const byNode = new Map(
    [...Map.groupBy(grants, ({ node_id }) => node_id)].map(
      ([id, on]) => [id, Map.groupBy(on, keyOf)] as const,
    ),
  )
  const rightsOf = ({ id }: GrantRow): RightSet => byId.get(id) ?? NO_RIGHTS
  const grantsOn = (path: Iterable<string>, key: string): GrantRow[] =>
    [...path].flatMap((id) => byNode.get(id)?.get(key) ?? [])
  const keysOn = (path: Iterable<string>): Set<string> =>
    new Set([...path].flatMap((id) => [...(byNode.get(id)?.keys() ?? [])]))
  return {
    grantedIds: [...byNode.keys()],
    rightsOf,
    grantsOn,
    keysOn,
    rightsAt: (path: Iterable<string>, keys: ReadonlySet<string>): RightSet =>
      joined([...keys].flatMap((key) => grantsOn(path, key).map(rightsOf))),
    /** What groups and addresses have by grants on these nodes, as a text to compare. */
    sharedRightsOn: (path: readonly string[]): string =>
      [...keysOn(path)]
        .filter((key) => ['group', 'email'].includes(parseGrantee(key).kind))
        .map((key) => `${key}=${joined(grantsOn(path, key).map(rightsOf))}`)
        .toSorted()
        .join(' '),
  }
}

/** What somebody has in a folder of another drive. */
async function resolveInto(parts: ResolveParts, { drive, path }: Move['into']) {
  const there = await resolve(parts, drive, new Resolver(parts, drive), [...path])
  return (grantee: Grantee, keys: ReadonlySet<string>): RightSet => {
    if (grantee.kind === 'person' && grantee.sub === drive.owner_sub) return rightsOfRole('owner')
    return there.rightsAt(path, keys)
  }
}

/** Each link is one of its own. */
function keyOf({ grantee, id }: GrantRow): string {
  return grantee === toGranteeText({ kind: 'link' }) ? `link:${id}` : grantee
}

function joined(rights: readonly RightSet[]): RightSet {
  return rights.reduce(join, NO_RIGHTS)
}
