import type { GrantRole, Right } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { expect } from 'vitest'
import { cheapHashing } from '../../src/account/passwords/testing.ts'
import type { Access } from '../../src/drive/access/access.ts'
import { createGrants, type Grantee } from '../../src/drive/access/grants.ts'
import { granteesOf } from '../../src/drive/access/resolve-tops.ts'
import { createVisits, type Visits } from '../../src/drive/access/visits.ts'
import { joinLinks, type Links } from '../../src/drive/share-links/join-links.ts'
import { type joinDrive, LINK_KEY, type TestDriveOptions } from '../../src/drive/testing.ts'
import { everybody, noVisitorCodes } from '../../src/drive/testing-access.ts'
import { systemRandom } from '../../src/kernel/id.ts'
import { type Chance, pick } from '../testing/chance.ts'
import { AccessModel, type Caller, type ModelGrant, type ModelNode } from './model.ts'

/** Everybody has one, and proves it or not. */
export const emailOf = (sub: string) => `${sub}@example.org`
const UNKNOWN_ID = '0'.repeat(25)

/** Those who come to a few drives, and their groups: each time others, or a search of all that they reach would soon be most of the work. */
export interface Crowd {
  readonly people: readonly string[]
  readonly groups: readonly string[]
}

export function createCrowd(number: number): Crowd {
  return {
    people: ['ben', 'eva', 'kai', 'mia', 'tom'].map((name) => `${name}-${number}`),
    groups: ['red', 'blue'].map((name) => `${name}-${number}`),
  }
}

/** Who is in which group, and who is frozen: what the server asks of accounts. */
export class FakePeople {
  readonly groups = new Map<string, Set<string>>()
  readonly frozen = new Set<string>()
  /** Who has proven their mail address. */
  readonly proven = new Set<string>()

  groupsOf(sub: string): ReadonlySet<string> {
    return this.groups.get(sub) ?? new Set()
  }

  toDirectory(): NonNullable<TestDriveOptions['people']> {
    return {
      ...everybody,
      isActive: async (_reader, sub) => !this.frozen.has(sub),
      groupsOf: async (_reader, sub) => [...this.groupsOf(sub)],
      provenEmailOf: async (_reader, sub) => (this.proven.has(sub) ? emailOf(sub) : undefined),
    }
  }
}

export interface WorldParts {
  rules: ReturnType<typeof joinDrive>
  people: FakePeople
  crowd: Crowd
  chance: Chance
}

/** A call, what the model expects of it, and how to make it about another node. */
interface Attempt<T> {
  what: string
  caller: Caller
  id: string
  /** The name of an error; undefined where it is allowed. */
  expected: string | undefined
  call(id: string): Promise<T>
}

/** One drive, its model, and those who come to it. */
export class ModelWorld {
  readonly rules: WorldParts['rules']
  readonly people: FakePeople
  readonly crowd: Crowd
  readonly chance: Chance
  readonly model: AccessModel
  readonly grants: ReturnType<typeof createGrants>
  readonly links: Links
  /** Of links, by the ids of their grants; those that were revoked stay. */
  readonly tokens = new Map<string, string>()
  readonly driveId: string
  readonly #visits: Visits
  readonly #visitors: Caller[] = []

  static async create(parts: WorldParts, ownerSub: string): Promise<ModelWorld> {
    const { id, root_id } = await parts.rules.ownDrive(ownerSub)
    return new ModelWorld(parts, { sub: ownerSub, driveId: id, rootId: root_id })
  }

  private constructor(
    { rules, people, crowd, chance }: WorldParts,
    owner: { sub: string; driveId: string; rootId: string },
  ) {
    this.rules = rules
    this.people = people
    this.crowd = crowd
    this.chance = chance
    this.driveId = owner.driveId
    this.model = new AccessModel(
      { ...owner, now: rules.clock.now() },
      (sub) => people.groupsOf(sub),
      (sub) => (people.proven.has(sub) ? emailOf(sub) : undefined),
    )
    const parts = { ...rules, random: systemRandom, linkKey: LINK_KEY }
    this.grants = createGrants(parts)
    this.#visits = createVisits(parts)
    this.links = joinLinks({
      ...parts,
      grants: this.grants,
      visits: this.#visits,
      passwordHashing: cheapHashing,
      publicUrl: 'http://drive.test',
      visitorCodes: noVisitorCodes,
    })
  }

  get owner(): Caller {
    return { kind: 'person', sub: this.model.ownerSub }
  }

  access(caller: Caller, right: Right): Access {
    const actor = caller.kind === 'person' ? { ...caller, sessionId: caller.sub } : caller
    return { driveId: this.driveId, actor, right }
  }

  granteesOf(sub: string): Promise<Grantee[]> {
    return this.rules.db.read((reader) => granteesOf(reader, this.rules.people, sub))
  }

  /** Somebody opens a link: the visit stays, also when it is over. */
  visit({ id, epoch }: ModelGrant): void {
    this.admit(this.#visits.begin({ driveId: this.driveId, grantId: id, epoch }))
  }

  /** Somebody has the token of a visit. */
  admit(visitToken: string): void {
    const visit = this.#visits.read(visitToken)
    if (visit) this.#visitors.push(visit.actor)
  }

  is(probability: number): boolean {
    return this.chance() < probability
  }

  one<T>(from: readonly T[]): T {
    return pick(this.chance, from) as T
  }

  number(below: number): number {
    return Math.floor(this.chance() * below)
  }

  /** The owner, a person, or a visitor, seldom one whose visit is over. */
  someCaller(): Caller {
    if (this.is(0.15)) return this.owner
    if (this.#visitors.length > 0 && this.is(0.3)) {
      const current = this.#visitors.filter((visitor) => this.model.reachesSomething(visitor))
      return this.one(current.length > 0 && this.is(0.8) ? current : this.#visitors)
    }
    return { kind: 'person', sub: this.one(this.crowd.people) }
  }

  /** Half of the time one that the caller sees, should there be one. */
  someNode(caller: Caller, kind?: ModelNode['kind']): ModelNode {
    const nodes = [...this.model.nodes.values()]
    const fitting = nodes.filter((node) => (kind ?? node.kind) === node.kind)
    const all = fitting.length > 0 ? fitting : nodes
    const seen = this.is(0.5) ? all.filter(({ id }) => this.model.sees(caller, id)) : []
    return this.one(seen.length > 0 ? seen : all)
  }

  someGrant(): ModelGrant | undefined {
    return this.one([...this.model.grants.values()])
  }

  someRole(): GrantRole {
    return this.one(['manager', 'manager', 'editor', 'contributor', 'viewer', 'drop'])
  }

  someGrantee(): Grantee {
    const kind = this.one(['person', 'person', 'person', 'group', 'email', 'link'] as const)
    if (kind === 'person') return { kind, sub: this.one(this.crowd.people) }
    if (kind === 'email') return { kind, email: emailOf(this.one(this.crowd.people)) }
    return kind === 'group' ? { kind, groupId: this.one(this.crowd.groups) } : { kind }
  }

  /** Undefined where it was refused, as the model said. */
  async attempt<T>({ what, caller, id, expected, call }: Attempt<T>): Promise<T | undefined> {
    const before = expected !== undefined && this.is(0.3) ? await this.#readRows() : undefined
    const outcome = await outcomeOf(call(id))
    const told = `${what} by ${JSON.stringify(caller)} on ${id}: ${outcome.description ?? ''}`
    expect(outcome.error, told).toBe(expected)
    if (expected === 'not_found') expect(outcome, told).toEqual(await outcomeOf(call(UNKNOWN_ID)))
    if (before) expect(await this.#readRows(), told).toEqual(before)
    return outcome.value
  }

  /** All of the drive that a refused call might have changed. */
  #readRows(): Promise<unknown> {
    return this.rules.db.read(async (reader) => ({
      nodes: await reader
        .selectFrom('nodes')
        .selectAll()
        .where('drive_id', '=', this.driveId)
        .orderBy('id')
        .execute(),
      links: await reader
        .selectFrom('links')
        .selectAll()
        .where('drive_id', '=', this.driveId)
        .orderBy('grant_id')
        .execute(),
      grants: await reader
        .selectFrom('grants')
        .selectAll()
        .where('drive_id', '=', this.driveId)
        .orderBy('id')
        .execute(),
    }))
  }
}

interface Outcome<T> {
  value?: T
  error?: string
  description?: string | undefined
}

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { error: error.error, description: error.description }
  }
}
