import { randomInt } from 'node:crypto'
import type { ConflictRule } from '@awan/protocol/drive'
import { type ErrorName, ServiceError } from '@awan/protocol/errors'
import { expect, onTestFinished, test } from 'vitest'
import { createMemoryBlobStore } from '../../src/blobs/memory.ts'
import { onEachDatabase } from '../../src/db/testing.ts'
import { toGranteeText } from '../../src/drive/access/grants.ts'
import { parseFailures } from '../../src/drive/tasks/run-step.ts'
import type { TaskInputs } from '../../src/drive/tasks/task-inputs.ts'
import { HOUR_MS, joinDrive, newUpload } from '../../src/drive/testing.ts'
import { createChance } from '../testing/chance.ts'
import { type Caller, idOf, type ModelGrant, type ModelNode } from './model.ts'
import { CHECKS } from './model-checks.ts'
import { createCrowd, FakePeople, ModelWorld } from './model-world.ts'

/** AWAN_ACCESS_STEPS=50000 is the long form, with another seed each time; AWAN_ACCESS_SEED gives one again. */
const given = process.env.AWAN_ACCESS_STEPS
/** More where a write costs less; in the long form as many on both. */
const STEPS = { sqlite: Number(given ?? 8_500), postgres: Number(given ?? 1_500) }
const STEPS_PER_DRIVE = 250
const STEPS_PER_CROWD = 3 * STEPS_PER_DRIVE
const chosen = given ? randomInt(2 ** 31) : 1
const seed = Number(process.env.AWAN_ACCESS_SEED ?? chosen)

/** Whether it was done. */
type Step = (world: ModelWorld, caller: Caller) => Promise<boolean>

const RENAME: { conflict: Exclude<ConflictRule, 'replace'> } = { conflict: 'rename' }

/** All that changes who may do what: add to it, and the model must still be right. */
const STEPS_BY_NAME: Readonly<Record<string, Step>> = {
  async grant(world, caller) {
    const { model, rules } = world
    const { id } = world.someNode(caller)
    const [grantee, role] = [world.someGrantee(), world.someRole()]
    const expiresAt = world.is(0.3) ? rules.clock.now() + world.number(3 * HOUR_MS) : undefined
    const isWrong = grantee.kind === 'link' && role === 'manager' ? 'invalid_argument' : undefined
    const known = model.grantOn(id, toGranteeText(grantee))
    const isOwn = known && model.refusalToRaise(known, { role, expiresAt }, caller)
    const row = await world.attempt({
      what: `grant ${role} to ${grantee.kind}`,
      caller,
      id,
      expected: model.refusal(caller, id, 'share') ?? isWrong ?? isOwn,
      call: (nodeId) =>
        world.grants.create(world.access(caller, 'share'), { nodeId, grantee, role, expiresAt }),
    })
    if (!row) return false
    const { epoch, grantee: text } = row
    expect(row.id, 'a grantee has one grant on a node').toBe(known?.id ?? row.id)
    const granter = known ? model.granterOf(known, { role, expiresAt }, caller) : idOf(caller)
    expect(row.created_by).toBe(granter)
    const grant = { id: row.id, nodeId: id, grantee: text, granter }
    model.grants.set(row.id, { ...grant, role, expiresAt, epoch })
    const made = model.grants.get(row.id)
    if (made && text === 'link') world.visit(made)
    return true
  },

  async change(world, caller) {
    const { model, rules } = world
    const grant = world.someGrant()
    // What a drop folder allows depends on the rules of its link, which are tested with it.
    if (!grant || world.tokens.has(grant.id)) return false
    const role = world.is(0.8) ? world.someRole() : undefined
    const expiresAt = world.one([undefined, null, rules.clock.now() + world.number(3 * HOUR_MS)])
    const isWrong = grant.grantee === 'link' && role === 'manager' ? 'invalid_argument' : undefined
    const terms = {
      role: role ?? grant.role,
      expiresAt: expiresAt === undefined ? grant.expiresAt : (expiresAt ?? undefined),
    }
    const isOwn = model.refusalToRaise(grant, terms, caller)
    const row = await world.attempt({
      what: 'change',
      caller,
      id: grant.id,
      expected: model.refusal(caller, grant.nodeId, 'share') ?? isWrong ?? isOwn,
      call: (grantId) =>
        world.grants.change(world.access(caller, 'share'), grantId, {
          ...(role && { role }),
          ...(expiresAt !== undefined && { expiresAt }),
        }),
    })
    if (!row) return false
    grant.granter = model.granterOf(grant, terms, caller)
    Object.assign(grant, terms)
    expect(row.created_by).toBe(grant.granter)
    expect(row.epoch).toBeGreaterThan(grant.epoch)
    grant.epoch = row.epoch
    return true
  },

  async revoke(world, caller) {
    const { model } = world
    const grant = world.someGrant()
    if (!grant) return false
    const expected = model.refusal(caller, grant.nodeId, 'share')
    await world.attempt({
      what: 'revoke',
      caller,
      id: grant.id,
      expected,
      call: (grantId) => world.grants.revoke(world.access(caller, 'share'), grantId),
    })
    return expected === undefined && model.grants.delete(grant.id)
  },

  async createLink(world, caller) {
    const { model } = world
    const { id } = world.someNode(caller)
    const role = world.one(LINK_ROLES)
    const link = await world.attempt({
      what: `link as ${role}`,
      caller,
      id,
      expected: model.refusal(caller, id, 'share'),
      call: (nodeId) =>
        world.links.shareLinks.create(world.access(caller, 'share'), { nodeId, role, options: {} }),
    })
    if (!link) return false
    const { grant_id, epoch, token = '' } = link
    const grant = { id: grant_id, nodeId: id, grantee: 'link', granter: idOf(caller), role, epoch }
    model.grants.set(grant_id, { ...grant, expiresAt: undefined })
    world.tokens.set(grant_id, token)
    return true
  },

  async changeLink(world, caller) {
    const { model } = world
    const grant = someLink(world)
    if (!grant) return false
    const role = world.is(0.5) ? world.one(LINK_ROLES) : undefined
    const options = { label: newName(world) }
    const link = await world.attempt({
      what: 'change a link',
      caller,
      id: grant.id,
      expected: model.refusal(caller, grant.nodeId, 'share'),
      call: (id) =>
        world.links.shareLinks.change(world.access(caller, 'share'), id, { role, options }),
    })
    if (!link) return false
    const isOther = role !== undefined && role !== grant.role
    expect(link.epoch).toBe(grant.epoch + (isOther ? 1 : 0))
    const terms = { role: role ?? grant.role, expiresAt: grant.expiresAt }
    grant.granter = model.granterOf(grant, terms, caller)
    grant.role = terms.role
    expect(link.created_by).toBe(grant.granter)
    grant.epoch = link.epoch
    return true
  },

  async revokeLink(world, caller) {
    const { model } = world
    const grant = someLink(world)
    if (!grant) return false
    const expected = model.refusal(caller, grant.nodeId, 'share')
    await world.attempt({
      what: 'revoke a link',
      caller,
      id: grant.id,
      expected,
      call: (id) => world.links.shareLinks.revoke(world.access(caller, 'share'), id),
    })
    return expected === undefined && model.grants.delete(grant.id)
  },

  async openLink(world) {
    const { model, links, tokens } = world
    if (tokens.size === 0) return false
    const [grantId, token] = world.one([...tokens])
    const epoch = model.grants.get(grantId)?.epoch ?? 0
    const visitor: Caller = { kind: 'visitor', grantId, epoch, visitorId: '' }
    const by = { caller: { address: '192.0.2.1', deviceId: undefined }, sub: undefined }
    const opened = await world.attempt({
      what: 'open a link',
      caller: visitor,
      id: token,
      expected: model.reachesSomething(visitor) ? undefined : 'not_found',
      call: (one) => links.openLink.open({ token: one }, by),
    })
    if (opened) world.admit(opened.visitToken)
    return opened !== undefined
  },

  async visit(world) {
    const links = [...world.model.grants.values()].filter(({ grantee }) => grantee === 'link')
    if (links.length === 0) return false
    world.visit(world.one(links))
    return true
  },

  async changeMembers(world) {
    const { groups } = world.people
    const [sub, group] = [world.one(world.crowd.people), world.one(world.crowd.groups)]
    const members = new Set(groups.get(sub))
    if (!members.delete(group)) members.add(group)
    groups.set(sub, members)
    return true
  },

  async proveEmail(world) {
    const { proven } = world.people
    const sub = world.one(world.crowd.people)
    if (!proven.delete(sub)) proven.add(sub)
    return true
  },

  async leave(world, caller) {
    const { model } = world
    const grant = world.someGrant()
    if (!grant || caller.kind !== 'person') return false
    const grantees = await world.granteesOf(caller.sub)
    const isTheirs = grantees.map(toGranteeText).includes(grant.grantee)
    const ofGroup = grant.grantee.startsWith('group:') ? 'failed_precondition' : undefined
    const expected = isTheirs ? ofGroup : 'not_found'
    await world.attempt({
      what: 'leave',
      caller,
      id: grant.id,
      expected,
      call: (grantId) => world.grants.leave(world.driveId, grantId, grantees),
    })
    return expected === undefined && model.grants.delete(grant.id)
  },

  async freezeOwner({ model, people }) {
    model.isOwnerActive = false
    people.frozen.add(model.ownerSub)
    return true
  },

  async wait(world) {
    const { model, rules } = world
    rules.clock.advance(world.number(HOUR_MS))
    model.now = rules.clock.now()
    return true
  },

  async createFolder(world, caller) {
    const { id: parentId } = world.someNode(caller, world.is(0.9) ? 'folder' : 'file')
    const name = newName(world)
    const node = await world.attempt({
      what: 'createFolder',
      caller,
      id: parentId,
      expected: refusalToAdd(world, caller, parentId),
      call: (id) =>
        world.rules.nodes.createFolder(world.access(caller, 'add'), {
          parentId: id,
          name,
          ...RENAME,
        }),
    })
    if (node) addNode(world, caller, { id: node.id, kind: 'folder', parentId })
    return node !== undefined
  },

  async upload(world, caller) {
    const { rules } = world
    const { id: parentId } = world.someNode(caller, world.is(0.9) ? 'folder' : 'file')
    const name = `${newName(world)}.txt`
    const node = await world.attempt({
      what: 'upload',
      caller,
      id: parentId,
      expected: refusalToAdd(world, caller, parentId),
      call: async (id) => {
        const access = world.access(caller, 'add')
        const empty = newUpload(name, Buffer.alloc(0), { parentId: id })
        const upload = await rules.uploads.create(access, empty)
        return rules.uploads.commit(access, upload.id, 'rename')
      },
    })
    if (node) addNode(world, caller, { id: node.id, kind: 'file', parentId })
    return node !== undefined
  },

  async rename(world, caller) {
    const { model, rules } = world
    const { id } = world.someNode(caller)
    const isTrash = model.isInTrash(id) ? 'failed_precondition' : undefined
    const expected = refusalToEdit(world, caller, id) ?? isTrash
    const name = newName(world)
    await world.attempt({
      what: 'rename',
      caller,
      id,
      expected,
      call: (nodeId) =>
        rules.nodes.update(world.access(caller, 'edit'), nodeId, { name, ...RENAME }),
    })
    return expected === undefined
  },

  async describe(world, caller) {
    const { model, rules } = world
    const { id } = world.someNode(caller)
    const isTrash = model.isInTrash(id) ? 'failed_precondition' : undefined
    const expected = refusalToEdit(world, caller, id) ?? isTrash
    await world.attempt({
      what: 'describe',
      caller,
      id,
      expected,
      call: (nodeId) =>
        rules.nodes.update(world.access(caller, 'edit'), nodeId, {
          description: newName(world),
          ...RENAME,
        }),
    })
    return expected === undefined
  },

  async move(world, caller) {
    const { rules } = world
    const node = world.someNode(caller)
    const { id: parentId } = world.someNode(caller, world.is(0.9) ? 'folder' : 'file')
    const expected =
      refusalToEdit(world, caller, node.id) ??
      refusalToAdd(world, caller, parentId) ??
      refusalToFit(world, node, parentId) ??
      refusalToTake(world, caller, node, parentId)
    await world.attempt({
      what: `move to ${parentId}`,
      caller,
      id: node.id,
      expected,
      call: (id) => rules.nodes.update(world.access(caller, 'edit'), id, { parentId, ...RENAME }),
    })
    if (expected === undefined) place(node, parentId)
    return expected === undefined
  },

  async batchMove(world, caller) {
    const node = world.someNode(caller)
    const { id: parentId } = world.someNode(caller, 'folder')
    const expected =
      refusalToAdd(world, caller, parentId) ??
      refusalToEdit(world, caller, node.id) ??
      refusalToTake(world, caller, node, parentId) ??
      refusalToFit(world, node, parentId)
    await world.attempt({
      what: `batchMove to ${parentId}`,
      caller,
      id: node.id,
      expected,
      call: (id) => runTask(world, caller, 'move', { ids: [id], parentId, ...RENAME }),
    })
    if (expected === undefined) place(node, parentId)
    return expected === undefined
  },

  async trash(world, caller) {
    const { model } = world
    const node = world.someNode(caller)
    const expected =
      refusalToEdit(world, caller, node.id) ??
      (model.isInTrash(node.id) ? undefined : refusalToTake(world, caller, node))
    await world.attempt({
      what: 'trash',
      caller,
      id: node.id,
      expected,
      call: (id) => runTask(world, caller, 'trash', { ids: [id] }),
    })
    if (expected !== undefined || model.isInTrash(node.id)) return false
    node.trashedFrom = node.parentId
    node.parentId = undefined
    return true
  },

  async untrash(world, caller) {
    const { model } = world
    const thrownAway = [...model.nodes.values()].filter((node) => node.trashedFrom !== undefined)
    const isOne = thrownAway.length > 0 && world.is(0.8)
    const node = isOne ? world.one(thrownAway) : world.someNode(caller)
    const isBelow =
      node.trashedFrom === undefined && model.isInTrash(node.id) ? 'failed_precondition' : undefined
    const expected = model.refusal(caller, node.id, 'edit') ?? isBelow
    const from = node.trashedFrom
    const isOpen = from !== undefined && model.sees(caller, from) && !model.isInTrash(from)
    await world.attempt({
      what: 'untrash',
      caller,
      id: node.id,
      expected,
      call: (id) => runTask(world, caller, 'untrash', { ids: [id], ...RENAME }),
    })
    if (expected !== undefined || from === undefined) return false
    place(node, isOpen ? from : model.rootId)
    return true
  },
}

onEachDatabase((openDatabase, kind) => {
  const steps = STEPS[kind]
  test(`${steps} random sharing steps allow and show exactly what the access rules say`, {
    timeout: 180_000 + steps * 100,
  }, async () => {
    const people = new FakePeople()
    const chance = createChance(seed)
    const rules = joinDrive(await openDatabase(), createMemoryBlobStore(), {
      people: people.toDirectory(),
    })
    onTestFinished(() => rules.signals[Symbol.asyncDispose]())
    const done: Record<string, number> = {}
    for (let at = 0; at < steps; ) {
      const crowd = createCrowd(Math.floor(at / STEPS_PER_CROWD))
      const world = await ModelWorld.create({ rules, people, crowd, chance }, `owner-${at}`)
      await plant(world)
      for (let step = 0; step < STEPS_PER_DRIVE && at < steps; step++, at++) {
        try {
          await takeStep(world, done)
        } catch (cause) {
          throw new Error(`AWAN_ACCESS_SEED=${seed}, step ${at} on ${kind}: ${cause}`, { cause })
        }
      }
    }
    // A step that was always refused proves little.
    for (const name of Object.keys(STEPS_BY_NAME)) {
      expect(done[name] ?? 0, name).toBeGreaterThanOrEqual(Math.floor(steps / 500))
    }
  })
})

async function takeStep(world: ModelWorld, done: Record<string, number>): Promise<void> {
  const { model, people } = world
  if (!model.isOwnerActive && world.is(0.5)) {
    model.isOwnerActive = true
    people.frozen.delete(model.ownerSub)
  }
  const name = world.one(Object.keys(STEPS_BY_NAME))
  const isDone = await STEPS_BY_NAME[name]?.(world, world.someCaller())
  if (isDone) done[name] = (done[name] ?? 0) + 1
  await CHECKS[world.one(Object.keys(CHECKS))]?.(world, world.someCaller())
}

/** A small tree and a manager, so that there is something to share on. */
async function plant(world: ModelWorld): Promise<void> {
  const { createFolder, upload, grant } = STEPS_BY_NAME
  for (let count = 0; count < 8; count++) {
    await createFolder?.(world, world.owner)
    await upload?.(world, world.owner)
    await grant?.(world, world.owner)
  }
}

const LINK_ROLES = ['viewer', 'contributor', 'editor'] as const

function someLink(world: ModelWorld): ModelGrant | undefined {
  const links = [...world.model.grants.values()].filter(({ id }) => world.tokens.has(id))
  return links.length > 0 ? world.one(links) : undefined
}

function newName(world: ModelWorld): string {
  return `node ${world.number(30)}`
}

function addNode(world: ModelWorld, caller: Caller, node: Omit<ModelNode, 'creator'>): void {
  world.model.add({ ...node, creator: idOf(caller) })
}

function place(node: ModelNode, parentId: string): void {
  node.parentId = parentId
  node.trashedFrom = undefined
}

type Refusal = string | undefined

function refusalToAdd({ model }: ModelWorld, caller: Caller, folderId: string): Refusal {
  const refusal = model.refusal(caller, folderId, 'add')
  if (refusal) return refusal
  if (model.node(folderId).kind === 'file') return 'invalid_argument'
  return model.isInTrash(folderId) ? 'failed_precondition' : undefined
}

function refusalToEdit({ model }: ModelWorld, caller: Caller, id: string): Refusal {
  return model.refusal(caller, id, 'edit') ?? (id === model.rootId ? 'invalid_argument' : undefined)
}

/** Out of its folder; undefined for the trash. */
function refusalToTake(
  { model }: ModelWorld,
  caller: Caller,
  { id, parentId }: ModelNode,
  folderId?: string,
): Refusal {
  const stays = folderId !== undefined && parentId === folderId
  return !stays && model.takesOthers(caller, id) ? 'permission_denied' : undefined
}

/** A folder is not moved into itself or below itself. */
function refusalToFit({ model }: ModelWorld, { id }: ModelNode, folderId: string): Refusal {
  return model.wayUp(folderId).includes(id) ? 'invalid_argument' : undefined
}

/** What a task could not do is thrown, as a single call does. */
async function runTask<K extends 'move' | 'trash' | 'untrash'>(
  world: ModelWorld,
  caller: Caller,
  kind: K,
  input: TaskInputs[K],
): Promise<void> {
  const task = await world.rules.tasks.begin(world.access(caller, 'edit'), kind, input)
  const [failure] = parseFailures(task).first
  if (failure) {
    throw new ServiceError(failure.error as ErrorName, { description: failure.description })
  }
}
