import type { Right, Role } from '@awan/protocol/drive'
import type { DriveRow, LinkRow, NodeRow } from '../../db/tables.ts'
import type { Access } from './access.ts'
import { type Actor, toActorId } from './actor.ts'
import { Arriving } from './arriving.ts'
import type { DriveLocks } from './locks.ts'
import {
  allows,
  asGranted,
  asSealed,
  asTop,
  inherited,
  join,
  NO_RIGHTS,
  onAdded,
  type RightSet,
  rightsOfRole,
  seesOnlyAdded,
} from './rights.ts'

/** A node on which a grant, or ownership, applies: it and all that is below it. */
export interface Top {
  readonly nodeId: string
  readonly role: Role
  /** Those of the role, or fewer where its granter has fewer. */
  readonly rights: RightSet
  /** When the grant was made. */
  readonly since: number
}

/** A drive as one caller sees it. */
export interface OpenDrive extends DriveRow {
  readonly reach: Reach
  /** Undefined where nothing is locked. */
  readonly locks?: DriveLocks | undefined
}

/** A node with what the caller may do with it. */
export type Seen<N> = N & { readonly rights: RightSet }

/** What a caller reaches in one drive, and what their call needs there. */
export class Reach {
  readonly actor: Actor
  readonly actorId: string
  /** What the call needs wherever it opens a node and says nothing else. */
  readonly right: Right
  readonly tops: readonly Top[]
  /** What the link of a visitor allows beside its role. */
  readonly link: LinkRow | undefined
  /** What a visitor adds. */
  readonly arriving: Arriving | undefined
  /** The rights on everything, the trash included; undefined where the caller reaches only some of it. */
  readonly whole: RightSet | undefined
  /** Whether the caller sees everything, with the same rights everywhere, so that nobody need look where a node is. */
  readonly isUniform: boolean
  readonly #ownerSub: string
  readonly #rootId: string
  /** Somebody may be given very much of a drive, one by one. */
  readonly #granted: ReadonlyMap<string, RightSet>

  constructor(
    drive: DriveRow,
    { actor, right }: Pick<Access, 'actor' | 'right'>,
    tops: readonly Top[],
    link?: LinkRow,
  ) {
    this.actor = actor
    this.actorId = toActorId(actor)
    this.right = right
    this.tops = tops
    this.link = link
    this.arriving = link && new Arriving(link)
    this.#ownerSub = drive.owner_sub
    this.#rootId = drive.root_id
    this.#granted = byNode(tops)
    const onRoot = this.#granted.get(drive.root_id) ?? NO_RIGHTS
    this.whole = onRoot === NO_RIGHTS ? undefined : onRoot
    this.isUniform = tops.every(({ nodeId }) => nodeId === drive.root_id) && !seesOnlyAdded(onRoot)
  }

  /** What the caller calls `root`: of several tops none is. */
  get rootId(): string | undefined {
    if (this.whole !== undefined) return this.#rootId
    return this.tops.length === 1 ? this.tops[0]?.nodeId : undefined
  }

  /** The best one, for people to read; what is allowed is decided node by node. */
  get role(): Role {
    return this.tops.reduce(
      (best, { role }) => (isBetter(role, best) ? role : best),
      'drop' as Role,
    )
  }

  /** Whether nothing of the drive is closed to the caller's changes. */
  get changesAll(): boolean {
    return this.whole !== undefined && allows(this.whole, 'edit')
  }

  /** Whether contents are given out only by downloads that are counted, or not at all: then not a word of them otherwise. */
  get hidesTexts(): boolean {
    return (
      this.link !== undefined && (!this.link.allows_download || this.link.download_limit !== null)
    )
  }

  /** Of a node, where the folders above it are known, from the top down; none need be when uniform. */
  rightsOn(node: Owned, above: readonly Owned[]): RightSet {
    if (this.whole === OWNERS) return OWNERS
    if (node.id === this.#rootId) return this.rightsIn(NO_RIGHTS, node)
    let rights = this.whole ?? NO_RIGHTS
    if (!this.isUniform) for (const folder of above) rights = this.rightsIn(rights, folder)
    return this.rightsIn(rights, node)
  }

  /** Of what is in a folder, where the rights on the folder are known. */
  rightsIn(folderRights: RightSet, node: Owned): RightSet {
    if (this.whole === OWNERS) return OWNERS
    const here = this.#granted.get(node.id) ?? NO_RIGHTS
    const rights = join(inherited(folderRights), here)
    const own = this.isCreator(node) ? onAdded(rights) : rights
    const seen = here === NO_RIGHTS ? own : asGranted(own)
    const told = this.link?.allows_download === 0 ? asSealed(seen) : seen
    return allows(folderRights, 'view') ? told : asTop(told)
  }

  /** What a row says of who made it: nothing for the owner, who makes nearly everything. */
  get creator(): string | null {
    const isOwners = this.actor.kind === 'system' || this.actorId === this.#ownerSub
    return isOwners ? null : this.actorId
  }

  isCreator({ created_by }: Pick<NodeRow, 'created_by'>): boolean {
    if (this.actor.kind === 'system') return true
    return (created_by ?? this.#ownerSub) === this.actorId
  }
}

type Owned = Pick<NodeRow, 'id' | 'created_by'>

const OWNERS = rightsOfRole('owner')

/** Everything, without a look at grants: for the owner and for the server itself. */
export function reachAll(drive: DriveRow, access: Pick<Access, 'actor' | 'right'>): Reach {
  return new Reach(drive, access, [
    { nodeId: drive.root_id, role: 'owner', rights: OWNERS, since: 0 },
  ])
}

/** Whether it needs no grant. */
export function isOwner(drive: DriveRow, { actor }: Pick<Access, 'actor'>): boolean {
  return actor.kind === 'system' || (actor.kind === 'person' && actor.sub === drive.owner_sub)
}

/** Of each node that was granted, what all of its grants give together. */
export function byNode(tops: readonly Top[]): ReadonlyMap<string, RightSet> {
  const granted = new Map<string, RightSet>()
  for (const { nodeId, rights } of tops) {
    granted.set(nodeId, join(granted.get(nodeId) ?? NO_RIGHTS, rights))
  }
  return granted
}

const ORDER: readonly Role[] = ['owner', 'manager', 'editor', 'contributor', 'viewer', 'drop']

function isBetter(a: Role, b: Role): boolean {
  return ORDER.indexOf(a) < ORDER.indexOf(b)
}
