import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow, GrantRow } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { findWaysUp } from './find-node.store.ts'
import { findGrant, type Grantee, listGrantsFor, type PlacedGrant } from './grants.store.ts'
import type { KnownTops } from './known-tops.ts'
import { readLinkPolicy } from './link-policy.ts'
import { byNode, type Top } from './reach.ts'
import { atMost, join, NO_RIGHTS, type RightSet, rightsOfRole } from './rights.ts'
import { isTeamDrive } from './team-drive.ts'

export interface ResolveParts {
  reader: Reader
  people: PeopleDirectory
  now: number
}

/** For a call that changes nothing: what is read while a drive is being changed is not kept. */
export interface KeepingParts extends ResolveParts {
  known?: KnownTops | undefined
}

/**
 * The nodes of a drive on which this caller has a grant that is good now: not over, of a drive whose owner is
 * active, on a node outside the trash, and never with more rights than whoever granted it still has there.
 */
export async function resolveTops(
  { known, ...parts }: KeepingParts,
  drive: DriveRow,
  actor: Actor,
): Promise<readonly Top[]> {
  if (!(await isOpen(parts, drive))) return []
  const resolver = new Resolver(parts, drive)
  if (!known || actor.kind !== 'person') return resolver.topsOf(actor)
  const asked = { drive, grantees: await granteesOf(parts.reader, parts.people, actor.sub) }
  const found = known.find(asked, parts.now)
  if (found) return found
  const grants = await resolver.grantsFor(asked.grantees)
  const tops = await resolver.topsFrom(grants)
  // What others have granted depends on those others too.
  if (grants.every(({ created_by }) => created_by === drive.owner_sub)) {
    known.keep(asked, { tops, until: Math.min(firstEnd(grants), parts.now + KEPT_MS) })
  }
  return tops
}

/** After a failover to a copy that lacks the last changes, `seq` comes again with others: what was kept before ends soon. */
const KEPT_MS = 5 * 60_000

function firstEnd(grants: readonly GrantRow[]): number {
  return grants.reduce((first, { expires_at }) => Math.min(first, expires_at ?? Infinity), Infinity)
}

/** A team drive outlives everybody; what is a person's is closed while they are not active. */
async function isOpen({ people, reader }: ResolveParts, drive: DriveRow): Promise<boolean> {
  return isTeamDrive(drive) || people.isActive(reader, drive.owner_sub)
}

/** How much a grant gives now: all that its role has, some of it, or nothing. */
export type Effect = 'full' | 'limited' | 'none'

/** Of several grants of a drive, in their order. */
export async function findEffects(
  parts: ResolveParts,
  drive: DriveRow,
  grants: readonly GrantRow[],
): Promise<Effect[]> {
  if (!(await isOpen(parts, drive))) return grants.map(() => 'none')
  return new Resolver(parts, drive).effectsOf(grants)
}

/** Whether the granter still has all that the role gives, wherever the node is now and whenever the grant ends. */
export async function isCovered(
  parts: ResolveParts,
  drive: DriveRow,
  grant: GrantRow,
): Promise<boolean> {
  if (grant.created_by === drive.owner_sub) return true
  if (!(await isOpen(parts, drive))) return false
  return new Resolver(parts, drive).isCovered(grant)
}

/** What is taken out of its folders, and where it is then. */
export interface Moving {
  isMoved(nodeId: string, parentId: string): boolean
  /** The folder that it comes into and those above; undefined where it leaves the drive. */
  into: ReadonlySet<string> | undefined
}

/** What the grants of one drive give, as its tree is now or as it would be after a move. */
export class Resolver {
  readonly #parts: ResolveParts
  readonly #drive: DriveRow
  readonly #moving: Moving | undefined
  /** Where each node that has been asked for is: itself and the folders above it. */
  readonly #paths = new Map<string, ReadonlySet<string>>()
  /** The grants of everybody who granted something here, each looked for once. */
  readonly #grantsOfGranters = new Map<string, readonly GrantRow[]>()
  /** What the granters have, and on which nodes. */
  #tops = new Map<string, readonly Top[]>()
  #granted = new Map<string, ReadonlyMap<string, RightSet>>()
  readonly #areActive = new Map<string, Promise<boolean>>()

  constructor(parts: ResolveParts, drive: DriveRow, moving?: Moving) {
    this.#parts = parts
    this.#drive = drive
    this.#moving = moving
  }

  /** Each of these nodes and the folders above it; undefined for what is in the trash, or gone. */
  async pathsOf(
    nodeIds: readonly string[],
  ): Promise<(nodeId: string) => ReadonlySet<string> | undefined> {
    await this.#locate(nodeIds)
    return (nodeId) => this.#paths.get(nodeId)
  }

  async isCovered(grant: GrantRow): Promise<boolean> {
    await this.#findRightsOfGranters([grant])
    return atMost(grant.role, this.#rightsOfGranter(grant)) === rightsOfRole(grant.role)
  }

  async effectsOf(grants: readonly GrantRow[]): Promise<Effect[]> {
    const rights = await this.rightsOf(grants)
    return grants.map(({ role }, at) => {
      const given = atMost(role, rights[at] ?? NO_RIGHTS)
      if (given === rightsOfRole(role)) return 'full'
      return given === NO_RIGHTS ? 'none' : 'limited'
    })
  }

  /** What each of these gives, in their order. */
  async rightsOf(grants: readonly GrantRow[]): Promise<RightSet[]> {
    await this.#findRightsOfGranters(grants)
    const { enabled: areLinksOn } = await readLinkPolicy(this.#parts.reader)
    const found: RightSet[] = []
    for (const grant of grants) {
      const isLink = grant.grantee === 'link'
      const isOff = isLink && !(areLinksOn && (await this.#isMakerActive(grant)))
      const isOver = grant.expires_at !== null && grant.expires_at <= this.#parts.now
      const isGood = !isOff && !isOver && this.#paths.has(grant.node_id)
      found.push(isGood ? this.#rightsFrom(grant) : NO_RIGHTS)
    }
    return found
  }

  async topsOf(actor: Actor): Promise<Top[]> {
    return this.topsFrom(await this.#grantsOf(actor))
  }

  async topsFrom(grants: readonly (GrantRow | PlacedGrant)[]): Promise<Top[]> {
    const good = await this.#keepGood(grants)
    await this.#findRightsOfGranters(good)
    return this.#topsFrom(good)
  }

  /** All that have not ended, wherever their nodes are. */
  grantsFor(grantees: readonly Grantee[]): Promise<PlacedGrant[]> {
    return listGrantsFor(this.#parts.reader, this.#drive.id, grantees, this.#parts.now)
  }

  async #findRightsOfGranters(grants: readonly GrantRow[]): Promise<void> {
    await this.#locate(grants.map(({ node_id }) => node_id))
    await this.#findGranters(grants)
    this.#passOn()
  }

  /** Whoever granted these, whoever granted something to them, and so on. */
  async #findGranters(grants: readonly GrantRow[]): Promise<void> {
    const waiting = [...grants]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { created_by: sub } = next
      if (sub === this.#drive.owner_sub || this.#grantsOfGranters.has(sub)) continue
      const theirs = await this.#keepGood(await this.#grantsOf({ kind: 'person', sub }))
      this.#grantsOfGranters.set(sub, theirs)
      waiting.push(...theirs)
    }
  }

  /**
   * Only the owner has something to begin with. Each round passes on what the one before gave, until nobody
   * gets more: two people who grant each other something give each other nothing.
   */
  #passOn(): void {
    for (let isMore = true; isMore; ) {
      isMore = false
      const next = new Map<string, readonly Top[]>()
      for (const [sub, grants] of this.#grantsOfGranters) {
        const tops = this.#topsFrom(grants)
        isMore ||= !areSame(tops, this.#tops.get(sub) ?? [])
        next.set(sub, tops)
      }
      this.#tops = next
      this.#granted = new Map([...next].map(([sub, tops]) => [sub, byNode(tops)]))
    }
  }

  #topsFrom(grants: readonly GrantRow[]): Top[] {
    return grants.flatMap((grant) => {
      const rights = this.#rightsFrom(grant)
      const { node_id: nodeId, role, created_at: since } = grant
      return rights === NO_RIGHTS ? [] : { nodeId, role, rights, since }
    })
  }

  #rightsFrom(grant: GrantRow): RightSet {
    if (this.#isTeamManager(grant)) return rightsOfRole('owner')
    return atMost(grant.role, this.#rightsOfGranter(grant))
  }

  /** Whoever manages a whole team drive has in it what an owner has: there is no other one. */
  #isTeamManager({ node_id, role }: GrantRow): boolean {
    return isTeamDrive(this.#drive) && node_id === this.#drive.root_id && role === 'manager'
  }

  #rightsOfGranter({ created_by, node_id }: GrantRow): RightSet {
    if (created_by === this.#drive.owner_sub) return rightsOfRole('owner')
    // What is in the trash belongs to the whole drive only.
    const path = this.#paths.get(node_id) ?? new Set([this.#drive.root_id])
    const granted = this.#granted.get(created_by)
    let rights = NO_RIGHTS
    for (const id of path) rights = join(rights, granted?.get(id) ?? NO_RIGHTS)
    return rights
  }

  /** Those on a node outside the trash. */
  async #keepGood(grants: readonly (GrantRow | PlacedGrant)[]): Promise<GrantRow[]> {
    const nodeIds = grants.map(({ node_id }) => node_id)
    await this.#locate(nodeIds, placesOf(grants))
    return grants.filter(({ node_id }) => this.#paths.has(node_id))
  }

  async #grantsOf(actor: Actor): Promise<(GrantRow | PlacedGrant)[]> {
    const { reader, people, now } = this.#parts
    if (actor.kind === 'visitor') {
      const grant = await findGrant(reader, this.#drive.id, actor.grantId)
      const isGood =
        grant?.grantee === 'link' &&
        grant.epoch === actor.epoch &&
        (grant.expires_at === null || grant.expires_at > now) &&
        (await readLinkPolicy(reader)).enabled &&
        (await this.#isMakerActive(grant))
      return isGood ? [grant] : []
    }
    if (actor.kind === 'system') return []
    return this.grantsFor(await granteesOf(reader, people, actor.sub))
  }

  /** A link is closed while whoever made it is frozen; the owner of the drive was looked at before. */
  async #isMakerActive({ created_by }: GrantRow): Promise<boolean> {
    if (created_by === this.#drive.owner_sub) return true
    const { reader, people } = this.#parts
    const found = this.#areActive.get(created_by) ?? people.isActive(reader, created_by)
    this.#areActive.set(created_by, found)
    return found
  }

  /** What is in the trash, or gone, is nowhere. Of some it is known which folder they are in. */
  async #locate(
    nodeIds: readonly string[],
    parents: ReadonlyMap<string, string | null> = new Map(),
  ): Promise<void> {
    const rootId = this.#drive.root_id
    if (nodeIds.includes(rootId)) this.#paths.set(rootId, new Set([rootId]))
    const unknown = nodeIds.filter((id) => !this.#paths.has(id))
    if (unknown.length === 0) return
    const from = unknown.map((id) => (parents.has(id) ? parents.get(id) : id))
    const folders = [...new Set(from)].filter((id) => id != null && id !== rootId)
    const steps =
      folders.length > 0
        ? await findWaysUp(this.#parts.reader, this.#drive.id, folders as string[])
        : []
    const parentOf = new Map([
      ...parents,
      ...steps.map(({ id, parent_id }) => [id, parent_id] as const),
    ])
    for (const nodeId of unknown) {
      const path = new Set<string>()
      for (let id: string | null | undefined = nodeId; id && !path.has(id); ) {
        path.add(id)
        const parentId: string | null | undefined = parentOf.get(id)
        const isMoved: boolean = !!parentId && !!this.#moving?.isMoved(id, parentId)
        if (isMoved) for (const above of this.#moving?.into ?? []) path.add(above)
        id = isMoved ? undefined : parentId
      }
      if (path.has(rootId)) this.#paths.set(nodeId, path)
    }
  }
}

function placesOf(grants: readonly (GrantRow | PlacedGrant)[]): Map<string, string | null> {
  return new Map(
    grants.flatMap((grant) => ('parent_id' in grant ? [[grant.node_id, grant.parent_id]] : [])),
  )
}

function areSame(some: readonly Top[], others: readonly Top[]): boolean {
  if (some.length !== others.length) return false
  return some.every(({ rights }, index) => rights === others[index]?.rights)
}

/** All that a grant may name and mean this person: themselves, their groups, and the address that they have proven. */
export async function granteesOf(
  reader: Reader,
  people: PeopleDirectory,
  sub: string,
): Promise<Grantee[]> {
  const groups = await people.groupsOf(reader, sub)
  const email = await people.provenEmailOf(reader, sub)
  return [
    { kind: 'person', sub },
    ...groups.map((groupId) => ({ kind: 'group', groupId }) as const),
    ...(email === undefined ? [] : [{ kind: 'email', email } as const]),
  ]
}
