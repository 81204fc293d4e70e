import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { DriveRow, GrantRow } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { findWaysUp } from './find-node.store.ts'
import { findGrant, type Grantee, listGrantsFor } from './grants.store.ts'
import type { Top } from './reach.ts'
import { atMost, join, NO_RIGHTS, type RightSet, rightsOfRole } from './rights.ts'

export interface ResolveParts {
  reader: Reader
  people: PeopleDirectory
  now: number
}

/**
 * The nodes of a drive on which this caller has a grant that is good now: not over, of a drive whose owner is
 * active, on a node outside the trash, and never with more rights than whoever granted it still has there.
 */
export async function resolveTops(
  parts: ResolveParts,
  drive: DriveRow,
  actor: Actor,
): Promise<Top[]> {
  if (!(await parts.people.isActive(parts.reader, drive.owner_sub))) return []
  return new Resolver(parts, drive).topsOf(actor)
}

class Resolver {
  readonly #parts: ResolveParts
  readonly #drive: DriveRow
  /** Where each node that has been asked for is: itself and the folders above it. */
  readonly #paths = new Map<string, ReadonlySet<string>>()
  /** Who is being looked at: two people who grant each other something give each other nothing. */
  readonly #asked = new Set<string>()

  constructor(parts: ResolveParts, drive: DriveRow) {
    this.#parts = parts
    this.#drive = drive
  }

  async topsOf(actor: Actor): Promise<Top[]> {
    const grants = await this.#grantsOf(actor)
    await this.#locate(grants.map(({ node_id }) => node_id))
    const tops: Top[] = []
    for (const grant of grants) {
      if (!this.#paths.has(grant.node_id)) continue
      const rights = atMost(grant.role, await this.#rightsOfGranter(grant))
      if (rights !== NO_RIGHTS) tops.push({ nodeId: grant.node_id, role: grant.role, rights })
    }
    return tops
  }

  async #grantsOf(actor: Actor): Promise<GrantRow[]> {
    const { reader, people, now } = this.#parts
    if (actor.kind === 'visitor') {
      const grant = await findGrant(reader, this.#drive.id, actor.grantId)
      const isGood =
        grant?.grantee === 'link' &&
        grant.epoch === actor.epoch &&
        (grant.expires_at === null || grant.expires_at > now)
      return isGood ? [grant] : []
    }
    if (actor.kind === 'system') return []
    const groups = await people.groupsOf(reader, actor.sub)
    return listGrantsFor(reader, this.#drive.id, toGrantees(actor.sub, groups), now)
  }

  async #rightsOfGranter({ created_by, node_id }: GrantRow): Promise<RightSet> {
    if (created_by === this.#drive.owner_sub) return rightsOfRole('owner')
    if (this.#asked.has(created_by)) return NO_RIGHTS
    this.#asked.add(created_by)
    const tops = await this.topsOf({ kind: 'person', sub: created_by })
    this.#asked.delete(created_by)
    const path = this.#paths.get(node_id)
    return tops
      .filter(({ nodeId }) => path?.has(nodeId))
      .reduce((rights, top) => join(rights, top.rights), NO_RIGHTS)
  }

  /** What is in the trash, or gone, is nowhere. */
  async #locate(nodeIds: readonly string[]): Promise<void> {
    const unknown = nodeIds.filter((id) => !this.#paths.has(id) && id !== this.#drive.root_id)
    if (nodeIds.includes(this.#drive.root_id)) {
      this.#paths.set(this.#drive.root_id, new Set([this.#drive.root_id]))
    }
    if (unknown.length === 0) return
    const steps = await findWaysUp(this.#parts.reader, this.#drive.id, unknown)
    const parentOf = new Map(steps.map(({ id, parent_id }) => [id, parent_id]))
    for (const nodeId of unknown) {
      const path = new Set<string>()
      for (let id: string | null | undefined = nodeId; id && !path.has(id); id = parentOf.get(id)) {
        path.add(id)
      }
      if (path.has(this.#drive.root_id)) this.#paths.set(nodeId, path)
    }
  }
}

export function toGrantees(sub: string, groupIds: readonly string[]): Grantee[] {
  return [
    { kind: 'person', sub },
    ...groupIds.map((groupId) => ({ kind: 'group', groupId }) as const),
  ]
}
