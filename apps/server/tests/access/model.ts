import type { GrantRole, Right } from '@awan/protocol/drive'

/*
 * The rules of sharing once more, small and slow, with nothing of the server in them. What a caller may do
 * on a node is a point in a lattice: two grants together give the greater of each part, and a grant
 * gives the lesser of its role and of what its granter still has.
 */

/** A person by their sub, or a visit of a link. */
export type Caller =
  | { kind: 'person'; sub: string }
  | { kind: 'visitor'; grantId: string; epoch: number; visitorId: string }

export interface ModelNode {
  readonly id: string
  readonly kind: 'folder' | 'file'
  /** None for the root and for what was thrown away itself. */
  parentId: string | undefined
  /** Where it was before it was thrown away. */
  trashedFrom?: string | undefined
  readonly creator: string
}

export interface ModelGrant {
  readonly id: string
  readonly nodeId: string
  /** `person:SUB`, `group:ID`, `email:ADDRESS` or `link`. */
  readonly grantee: string
  granter: string
  role: GrantRole
  expiresAt: number | undefined
  epoch: number
}

export type Terms = Pick<ModelGrant, 'role' | 'expiresAt'>

interface Powers {
  /** 2 is everything, 1 only what the caller added. */
  see: number
  change: number
  add: number
  share: number
  own: number
}

const NONE: Powers = { see: 0, change: 0, add: 0, share: 0, own: 0 }

const POWERS: Readonly<Record<GrantRole | 'owner', Powers>> = {
  owner: { see: 2, change: 2, add: 1, share: 1, own: 1 },
  manager: { see: 2, change: 2, add: 1, share: 1, own: 0 },
  editor: { see: 2, change: 2, add: 1, share: 0, own: 0 },
  contributor: { see: 2, change: 1, add: 1, share: 0, own: 0 },
  viewer: { see: 2, change: 0, add: 0, share: 0, own: 0 },
  drop: { see: 1, change: 1, add: 1, share: 0, own: 0 },
}

export class AccessModel {
  readonly ownerSub: string
  readonly rootId: string
  readonly nodes = new Map<string, ModelNode>()
  readonly grants = new Map<string, ModelGrant>()
  readonly groupsOf: (sub: string) => ReadonlySet<string>
  readonly provenEmailOf: (sub: string) => string | undefined
  isOwnerActive = true
  now: number

  constructor(
    owner: { sub: string; rootId: string; now: number },
    groupsOf: (sub: string) => ReadonlySet<string>,
    provenEmailOf: (sub: string) => string | undefined,
  ) {
    this.ownerSub = owner.sub
    this.rootId = owner.rootId
    this.now = owner.now
    this.groupsOf = groupsOf
    this.provenEmailOf = provenEmailOf
    this.add({ id: owner.rootId, kind: 'folder', parentId: undefined, creator: owner.sub })
  }

  add(node: ModelNode): void {
    this.nodes.set(node.id, node)
  }

  node(id: string): ModelNode {
    const node = this.nodes.get(id)
    if (!node) throw new Error(`the model has no node ${id}`)
    return node
  }

  /** Itself and the folders above it, from the bottom up. */
  wayUp(id: string): string[] {
    const { parentId } = this.node(id)
    return parentId === undefined ? [id] : [id, ...this.wayUp(parentId)]
  }

  isInTrash(id: string): boolean {
    return this.wayUp(id).at(-1) !== this.rootId
  }

  /** All rights on a node; none for what the caller does not see. */
  rights(caller: Caller, id: string): Right[] {
    const powers = this.#powers(caller, id)
    const isAdded = this.node(id).creator === idOf(caller)
    const holds = {
      view: powers.see === 2 || (powers.see === 1 && (isAdded || this.isGranted(caller, id))),
      add: powers.add === 1,
      edit: powers.change === 2 || (powers.change === 1 && isAdded),
      share: powers.share === 1,
      own: powers.own === 1,
    }
    if (!holds.view) return []
    return (Object.keys(holds) as Right[]).filter((right) => holds[right])
  }

  sees(caller: Caller, id: string): boolean {
    return this.nodes.has(id) && this.rights(caller, id).includes('view')
  }

  /** Undefined where the right is there, else the error. */
  refusal(caller: Caller, id: string, right: Right): 'not_found' | 'permission_denied' | undefined {
    const rights = this.rights(caller, id)
    if (!rights.includes('view')) return 'not_found'
    return rights.includes(right) ? undefined : 'permission_denied'
  }

  children(id: string): ModelNode[] {
    return [...this.nodes.values()].filter(({ parentId }) => parentId === id)
  }

  /** Whether the caller sees all that is in a folder. */
  seesAllIn(caller: Caller, id: string): boolean {
    return this.#powers(caller, id).see === 2
  }

  /** Whether a folder that the caller may change only because they added it would take away what others have put into it. */
  takesOthers(caller: Caller, id: string): boolean {
    const hasOthers = (folderId: string): boolean =>
      this.children(folderId).some((node) => node.creator !== idOf(caller) || hasOthers(node.id))
    return this.#powers(caller, id).change === 1 && hasOthers(id)
  }

  reachesSomething(caller: Caller): boolean {
    if (this.#isOwner(caller)) return true
    return this.#goodGrants(caller).some((grant) => this.#given(grant, new Set()).see > 0)
  }

  /** Whether a grant, or ownership, that is good now names this node itself. */
  isGranted(caller: Caller, id: string): boolean {
    if (this.#isOwner(caller)) return id === this.rootId
    return this.#goodGrants(caller).some(
      (grant) => grant.nodeId === id && this.#given(grant, new Set()).see > 0,
    )
  }

  /**
   * Who answers for a grant when it is given again: its granter, while they still have all that the role gives, and nobody but the
   * owner raises it.
   */
  granterOf(grant: ModelGrant, { role, expiresAt }: Terms, caller: Caller): string {
    const isLater = (expiresAt ?? Infinity) > (grant.expiresAt ?? Infinity)
    const [had, wanted] = [POWERS[grant.role], POWERS[role]]
    const isHigher = (Object.keys(had) as (keyof Powers)[]).some((name) => wanted[name] > had[name])
    if ((isLater || isHigher) && !this.#isOwner(caller)) return idOf(caller)
    const given = this.#given({ ...grant, role }, new Set())
    const isCovered = (Object.keys(given) as (keyof Powers)[]).every(
      (power) => given[power] === POWERS[role][power],
    )
    return isCovered ? grant.granter : idOf(caller)
  }

  /** Nobody answers for what they have themselves. */
  refusalToRaise(grant: ModelGrant, terms: Terms, caller: Caller): 'permission_denied' | undefined {
    if (this.#isOwner(caller) || !this.#isFor(grant, caller)) return undefined
    const isRaised = this.granterOf(grant, terms, caller) === idOf(caller)
    return isRaised ? 'permission_denied' : undefined
  }

  /** What a grantee has on a node itself; each link is its own. */
  grantOn(nodeId: string, grantee: string): ModelGrant | undefined {
    if (grantee === 'link') return undefined
    return [...this.grants.values()].find(
      (grant) => grant.nodeId === nodeId && grant.grantee === grantee,
    )
  }

  #powers(caller: Caller, id: string): Powers {
    return this.#isOwner(caller) ? POWERS.owner : this.#granted(caller, id, new Set())
  }

  #isOwner(caller: Caller): boolean {
    return caller.kind === 'person' && caller.sub === this.ownerSub
  }

  /** Nobody passes on what comes from themselves: `asked` are those whose rights are being looked for. */
  #granted(caller: Caller, id: string, asked: ReadonlySet<string>): Powers {
    const places = this.isInTrash(id) ? [this.rootId] : this.wayUp(id)
    return this.#goodGrants(caller)
      .filter(({ nodeId }) => places.includes(nodeId))
      .map((grant) => this.#given(grant, asked))
      .reduce((a, b) => combine(a, b, Math.max), NONE)
  }

  #given({ role, granter, nodeId }: ModelGrant, asked: ReadonlySet<string>): Powers {
    if (granter === this.ownerSub) return POWERS[role]
    if (asked.has(granter)) return NONE
    const held = this.#granted(
      { kind: 'person', sub: granter },
      nodeId,
      new Set([...asked, granter]),
    )
    return combine(POWERS[role], held, Math.min)
  }

  /** Most grants are for others, which is found out soonest: this is asked for every node of a drive. */
  #goodGrants(caller: Caller): ModelGrant[] {
    if (!this.isOwnerActive) return []
    return [...this.grants.values()].filter(
      (grant) =>
        this.#isFor(grant, caller) &&
        (grant.expiresAt === undefined || grant.expiresAt > this.now) &&
        !this.isInTrash(grant.nodeId),
    )
  }

  #isFor({ id, grantee, epoch }: ModelGrant, caller: Caller): boolean {
    if (caller.kind === 'visitor') {
      return grantee === 'link' && caller.grantId === id && caller.epoch === epoch
    }
    if (grantee === `person:${caller.sub}`) return true
    if (grantee === `email:${this.provenEmailOf(caller.sub)}`) return true
    return [...this.groupsOf(caller.sub)].some((group) => grantee === `group:${group}`)
  }
}

/** What tells callers apart where something was added. */
export function idOf(caller: Caller): string {
  if (caller.kind === 'person') return caller.sub
  return `${caller.grantId} ${caller.epoch} ${caller.visitorId}`
}

function combine(a: Powers, b: Powers, choose: (a: number, b: number) => number): Powers {
  return {
    see: choose(a.see, b.see),
    change: choose(a.change, b.change),
    add: choose(a.add, b.add),
    share: choose(a.share, b.share),
    own: choose(a.own, b.own),
  }
}
