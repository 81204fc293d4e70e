import { expect } from 'vitest'
import { capabilitiesOf } from '../../src/drive/access/rights.ts'
import type { SeenNode } from '../../src/drive/access/seen-node.ts'
import { toFileWith } from '../../src/drive/nodes/to-file.ts'
import type { Caller } from './model.ts'
import type { ModelWorld } from './model-world.ts'

type Check = (world: ModelWorld, caller: Caller) => Promise<unknown>

const toFile = toFileWith(() => undefined, 0)
const PAGE = { size: 1000, token: undefined }

/** What is read of a drive shows what the model allows, and nothing else. */
export const CHECKS: Readonly<Record<string, Check>> = {
  async get(world, caller) {
    const { model, rules } = world
    const { id } = world.someNode(caller)
    const found = await world.attempt({
      what: 'get',
      caller,
      id,
      expected: model.refusal(caller, id, 'view'),
      call: (nodeId) => rules.nodes.get(world.access(caller, 'view'), nodeId),
    })
    if (!found) return
    checkNode(world, caller, found.node)
    const above = found.ancestors.map((ancestor) => ancestor.id).reverse()
    expect(above, 'ancestors').toEqual(seenAbove(world, caller, id))
  },

  async list(world, caller) {
    const { model, rules } = world
    const { id, kind } = world.someNode(caller, world.is(0.9) ? 'folder' : 'file')
    const isFile = kind === 'file' ? 'invalid_argument' : undefined
    const page = await world.attempt({
      what: 'list',
      caller,
      id,
      expected: model.refusal(caller, id, 'view') ?? isFile,
      call: (nodeId) => rules.nodes.list(world.access(caller, 'view'), nodeId, PAGE),
    })
    if (!page) return
    const seen = model.children(id).filter((child) => model.sees(caller, child.id))
    expect(idsOf(page.nodes), 'entries of a folder').toEqual(idsOf(seen))
    for (const node of page.nodes) checkNode(world, caller, node)
  },

  async download(world, caller) {
    const { model, rules } = world
    const { id, kind } = world.someNode(caller, world.is(0.9) ? 'file' : 'folder')
    const isFolder = kind === 'folder' ? 'failed_precondition' : undefined
    await world.attempt({
      what: 'download',
      caller,
      id,
      expected: model.refusal(caller, id, 'view') ?? isFolder,
      call: (nodeId) => rules.downloads.open(world.access(caller, 'view'), nodeId),
    })
  },

  async archive(world, caller) {
    const { model, rules } = world
    const { id, kind } = world.someNode(caller)
    const isPart =
      kind === 'folder' && !model.seesAllIn(caller, id) ? 'permission_denied' : undefined
    const isTrash = model.isInTrash(id) ? 'not_found' : undefined
    await world.attempt({
      what: 'archive',
      caller,
      id,
      expected: model.refusal(caller, id, 'view') ?? isPart ?? isTrash,
      call: (nodeId) => rules.archives.createLink(world.access(caller, 'view'), [nodeId]),
    })
  },

  async links(world, caller) {
    const { model, tokens } = world
    const { id } = world.someNode(caller)
    const listed = await world.attempt({
      what: 'list links',
      caller,
      id,
      expected: model.refusal(caller, id, 'share'),
      call: (nodeId) => world.links.shareLinks.list(world.access(caller, 'share'), nodeId),
    })
    if (!listed) return
    const known = [...model.grants.values()].filter(
      (grant) => grant.nodeId === id && tokens.has(grant.id),
    )
    const found = listed.map(({ grant_id, token }) => ({ id: grant_id, token }))
    expect(found.toSorted(byId), 'links on a node').toEqual(
      known.map((grant) => ({ id: grant.id, token: tokens.get(grant.id) })).toSorted(byId),
    )
  },

  async recent(world, caller) {
    const { model, rules } = world
    const page = await world.attempt({
      what: 'recent',
      caller,
      id: model.rootId,
      expected: model.reachesSomething(caller) ? undefined : 'not_found',
      call: () => rules.lists.recent(world.access(caller, 'view'), PAGE),
    })
    if (!page) return
    const seen = [...model.nodes.values()].filter(
      ({ id, kind }) => kind === 'file' && !model.isInTrash(id) && model.sees(caller, id),
    )
    expect(idsOf(page.nodes), 'recent files').toEqual(idsOf(seen))
    for (const node of page.nodes) {
      checkNode(world, caller, node)
      checkPath(world, caller, node)
    }
  },

  async search(world, caller) {
    const { model, rules } = world
    const folder = world.is(0.5) ? world.someNode(caller, 'folder') : undefined
    const ofDrive = model.reachesSomething(caller) ? undefined : 'not_found'
    const text = world.one(['', 'node', 'node 1'])
    const page = await world.attempt({
      what: 'search',
      caller,
      id: folder?.id ?? model.rootId,
      expected: folder ? model.refusal(caller, folder.id, 'view') : ofDrive,
      call: (nodeId) =>
        rules.search.find(
          world.access(caller, 'view'),
          { text, filter: {}, parentId: folder && nodeId },
          { ...PAGE, size: 100 },
        ),
    })
    for (const { node, path } of page?.hits ?? []) {
      checkNode(world, caller, node)
      checkPath(world, caller, { ...node, path })
      expect(model.isInTrash(node.id), 'hits are outside the trash').toBe(false)
      if (folder) expect(model.wayUp(node.id), 'hits are inside').toContain(folder.id)
    }
  },

  async searchEverywhere(world, caller) {
    const { model, rules, driveId } = world
    if (caller.kind !== 'person') return
    const question = { text: world.one(['', 'node', 'node 1', 'od']), filter: {} }
    const size = world.one([3, 100])
    const found = []
    let token: string | undefined
    do {
      const page = await rules.searchEverywhere(caller, question, { size, token })
      found.push(...page.hits.filter((hit) => hit.driveId === driveId))
      token = page.nextPageToken
    } while (token !== undefined)
    for (const { node, path } of found) {
      checkNode(world, caller, node)
      checkPath(world, caller, { ...node, path })
    }
    const seen = [...model.nodes.values()].filter(
      ({ id }) => id !== model.rootId && !model.isInTrash(id) && model.sees(caller, id),
    )
    const ids = found.map(({ node }) => node.id)
    if (question.text !== 'node 1')
      expect(ids.sort(), 'everything that is seen').toEqual(idsOf(seen))
  },

  async activity(world, caller) {
    const { model, rules } = world
    const nodeId = world.is(0.3) ? world.someNode(caller).id : undefined
    const page = await world.attempt({
      what: 'activity',
      caller,
      id: nodeId ?? model.rootId,
      expected: model.reachesSomething(caller) ? undefined : 'not_found',
      call: (id) =>
        rules.activity.read(world.access(caller, 'view'), {
          nodeId: nodeId && id,
          size: 50,
          token: undefined,
        }),
    })
    for (const { subject, data } of page?.events ?? []) {
      const named = [subject, data?.from, data?.to].filter((id) => typeof id === 'string')
      for (const id of named) expect(model.sees(caller, id), `${subject} ${id}`).toBe(true)
    }
  },
}

/** That the caller sees it, may do with it what the model says, and is told of no hidden folder. */
function checkNode({ model }: ModelWorld, caller: Caller, node: SeenNode): void {
  const what = `${node.id} for ${JSON.stringify(caller)}`
  expect(model.sees(caller, node.id), what).toBe(true)
  expect(capabilitiesOf(node.rights), what).toEqual(model.rights(caller, node.id))
  const { parentId = null } = model.node(node.id)
  const isParentSeen = parentId !== null && model.sees(caller, parentId)
  expect(toFile(node).parent_id, `parent of ${what}`).toBe(isParentSeen ? parentId : null)
}

function checkPath(
  world: ModelWorld,
  caller: Caller,
  { id, path }: { id: string; path: readonly { id: string }[] },
): void {
  const above = path.map((step) => step.id).reverse()
  expect(above, `path of ${id}`).toEqual(seenAbove(world, caller, id))
}

/** From the bottom up, to the first folder that the caller does not see. */
function seenAbove({ model }: ModelWorld, caller: Caller, id: string): string[] {
  const above = model.wayUp(id).slice(1)
  const hidden = above.findIndex((folderId) => !model.sees(caller, folderId))
  return hidden === -1 ? above : above.slice(0, hidden)
}

function idsOf(nodes: readonly { id: string }[]): string[] {
  return nodes.map(({ id }) => id).sort()
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
