import { packBundle } from '../../src/drive/bundles/testing.ts'
import { type Chance, pick } from '../testing/chance.ts'
import { type DriveCalls, onlyOnce } from '../testing/drive-calls.ts'
import {
  beginUpload,
  commit,
  sendMissing,
  smallContent,
  someContent,
  type Uploading,
} from '../testing/uploading.ts'
import {
  isLive,
  isTaken,
  type OwnNode,
  type OwnTree,
  put,
  remove,
  TRASH,
  withBelow,
} from './own-tree.ts'

/** What an operation is chosen with. */
export interface Desk {
  calls: DriveCalls
  chance: Chance
  tree: OwnTree
  /** The folder of the writer, and its name. */
  topId: string
  topName: string
  /** A name that the writer has not used before. */
  newName(): string
  /** Uploads that have begun and not ended. */
  uploads: Uploading[]
  /** Somebody else on the server. */
  friendSub: string
}

/** Something to do, and the tree when it was done: until it is answered, it is done or not at all. */
export interface Plan {
  after: OwnTree
  /** The id of the new node, or that the writer must look what the ids are. */
  run(): Promise<string | 'look' | undefined>
}

/** Undefined when there is nothing to do it with. */
type Operation = (desk: Desk) => Plan | undefined

/** What a plan calls the node that it makes. */
export const NEW = 'new'

/** Whatever changes a drive belongs here: one entry, and the rest of the suite holds for it too. */
export const operations: Record<string, Operation> = {
  createFolder({ calls, chance, tree, topId, newName }) {
    const [name, parentId] = [newName(), someFolder(chance, tree, topId)]
    return {
      after: put(tree, { id: NEW, kind: 'folder', name, parentId }),
      run: async () => {
        const body = { kind: 'folder', name, parent_id: parentId }
        return (await calls.json('POST /drive/v1/files', body, onlyOnce())).id
      },
    }
  },

  upload(desk) {
    const { chance, tree, topId, newName } = desk
    const [name, parentId] = [newName(), someFolder(chance, tree, topId)]
    return uploadPlan(desk, { id: NEW, name, parentId }, 'fail')
  },

  replace(desk) {
    const file = pick(desk.chance, live(desk.tree).filter(isFile))
    return file && uploadPlan(desk, file, 'replace')
  },

  /** Several files and a folder, all of them or none. */
  bundle({ calls, chance, tree, topId, newName }) {
    const parentId = someFolder(chance, tree, topId)
    const folder = newName()
    const files = Array.from({ length: 3 }, () => ({
      name: newName(),
      content: smallContent(chance),
    }))
    const entries = files.map(({ name, content }) => ({
      path: `${folder}/${name}`,
      size: content.bytes.length,
    }))
    const folderId = 'the new folder'
    return {
      after: put(
        tree,
        { id: folderId, kind: 'folder', name: folder, parentId },
        ...files.map(({ name, content: { hash } }): OwnNode => {
          return { id: `new ${name}`, kind: 'file', name, parentId: folderId, hash }
        }),
      ),
      run: async () => {
        const contents = files.map(({ content }) => content.bytes)
        const body = packBundle({ parent_id: parentId, entries }, contents)
        const { results } = await calls.bytes('POST /drive/v1/uploads:bundle', body, onlyOnce())
        const refused = results.filter((result: object) => 'error' in result)
        if (refused.length > 0) throw new Error(`uploads:bundle: ${JSON.stringify(refused)}`)
        return 'look'
      },
    }
  },

  /** What a script does: a new file, or another version of one. */
  putByPath({ calls, chance, tree, topId, topName, newName }) {
    const old = chance() < 0.3 ? pick(chance, live(tree).filter(isFile)) : undefined
    const parentId = old?.parentId ?? someFolder(chance, tree, topId)
    const { id, name } = old ?? { id: NEW, name: newName() }
    const content = someContent(chance)
    const path = [topName, ...folderNames(tree, parentId), name].map(encodeURIComponent).join('/')
    return {
      after: put(tree, { ...old, id, name, parentId, kind: 'file', hash: content.hash }),
      run: async () => (await calls.bytes(`PUT /drive/v1/paths/${path}`, content.bytes)).id,
    }
  },

  /** Bytes that nobody waits for: another time they are committed, or never. */
  beginOnly({ calls, chance, tree, topId, newName, uploads }) {
    const place = { name: newName(), parentId: someFolder(chance, tree, topId) }
    const content = someContent(chance)
    return {
      after: tree,
      run: async () => {
        const uploading = await beginUpload(calls, place, content, { tellsHashes: false })
        uploads.push(uploading)
        if (chance() < 0.7) await sendMissing(calls, uploading)
        return undefined
      },
    }
  },

  goOn({ calls, chance, tree, topId, uploads }) {
    const uploading = pick(chance, uploads)
    if (!uploading) return undefined
    const { name, parentId, content } = uploading
    const parent = tree.get(parentId)
    const isThere = parentId === topId || (parent && isLive(tree, parent))
    if (!isThere || isTaken(tree, parentId, name)) return undefined
    return {
      after: put(tree, { id: NEW, kind: 'file', name, parentId, hash: content.hash }),
      run: async () => {
        await sendMissing(calls, uploading)
        const id = await commit(calls, uploading, 'fail')
        uploads.splice(uploads.indexOf(uploading), 1)
        return id
      },
    }
  },

  abort({ calls, chance, tree, uploads }) {
    const uploading = pick(chance, uploads)
    return (
      uploading && {
        after: tree,
        run: async () => {
          uploads.splice(uploads.indexOf(uploading), 1)
          await calls.json(`DELETE /drive/v1/uploads/${uploading.id}`)
          return undefined
        },
      }
    )
  },

  rename({ calls, chance, tree, newName }) {
    const node = pick(chance, live(tree))
    if (!node) return undefined
    const name = newName()
    return {
      after: put(tree, { ...node, name }),
      run: async () => void (await calls.json(`PATCH /drive/v1/files/${node.id}`, { name })),
    }
  },

  move({ calls, chance, tree, topId }) {
    const node = pick(chance, live(tree))
    const parentId = someFolder(chance, tree, topId)
    if (!node || !canGoInto(tree, node, parentId)) return undefined
    return {
      after: put(tree, { ...node, parentId }),
      run: async () =>
        void (await calls.json(`PATCH /drive/v1/files/${node.id}`, { parent_id: parentId })),
    }
  },

  batchMove({ calls, chance, tree, topId }) {
    const parentId = someFolder(chance, tree, topId)
    const nodes = some(chance, tree, live(tree)).filter((node) => canGoInto(tree, node, parentId))
    const names = new Set(nodes.map(({ name }) => name))
    if (nodes.length === 0 || names.size < nodes.length) return undefined
    return {
      after: put(tree, ...nodes.map((node) => ({ ...node, parentId }))),
      run: () => batch(calls, 'files:batchMove', { ids: idsOf(nodes), parent_id: parentId }),
    }
  },

  trash({ calls, chance, tree }) {
    const nodes = some(chance, tree, live(tree))
    if (nodes.length === 0) return undefined
    const trashed = nodes.map((node) => ({ ...node, parentId: TRASH, trashedFrom: node.parentId }))
    return {
      after: put(tree, ...trashed),
      run: () => batch(calls, 'files:batchTrash', { ids: idsOf(nodes) }),
    }
  },

  untrash({ calls, chance, tree, topId }) {
    const node = pick(chance, inTrash(tree))
    const origin = tree.get(node?.trashedFrom ?? '')
    const isThere = node?.trashedFrom === topId || (origin && isLive(tree, origin))
    if (!node?.trashedFrom || !isThere || isTaken(tree, node.trashedFrom, node.name))
      return undefined
    return {
      after: put(tree, { ...node, parentId: node.trashedFrom, trashedFrom: undefined }),
      run: () => batch(calls, 'files:batchUntrash', { ids: [node.id], conflict: 'fail' }),
    }
  },

  deleteForGood({ calls, chance, tree }) {
    const nodes = some(chance, tree, [...live(tree).filter(isFile), ...inTrash(tree)])
    if (nodes.length === 0) return undefined
    return {
      after: nodes.reduce((left, { id }) => remove(left, id), tree),
      run: () => batch(calls, 'files:batchDelete', { ids: idsOf(nodes) }),
    }
  },

  copy({ calls, chance, tree, topId }) {
    const node = pick(chance, live(tree))
    const parentId = someFolder(chance, tree, topId)
    if (!node || !canGoInto(tree, node, parentId)) return undefined
    const nodes = withBelow(tree, node.id)
    const copyOf = (id: string) => (nodes.some((one) => one.id === id) ? `copy of ${id}` : parentId)
    const copies = nodes.map((one) => ({
      ...one,
      id: copyOf(one.id),
      parentId: copyOf(one.parentId),
      // Who reaches the original does not reach the copy.
      shares: undefined,
    }))
    return {
      after: put(tree, ...copies),
      run: async () => {
        const body = { ids: [node.id], parent_id: parentId, conflict: 'fail' }
        await batch(calls, 'files:batchCopy', body)
        return 'look'
      },
    }
  },

  /** Or another role, for a friend who has one. */
  share({ calls, chance, tree, friendSub }) {
    const node = pick(chance, live(tree))
    const role = pick(chance, ['viewer', 'contributor', 'editor', 'manager']) ?? ''
    if (!node) return undefined
    const grantee = { kind: 'person', sub: friendSub }
    return {
      after: put(tree, { ...node, shares: { ...node.shares, friend: role } }),
      run: async () =>
        void (await calls.json(`POST /drive/v1/files/${node.id}/grants`, { grantee, role })),
    }
  },

  endShare({ calls, chance, tree }) {
    const node = pick(
      chance,
      live(tree).filter(({ shares }) => shares?.friend),
    )
    if (!node) return undefined
    return {
      after: put(tree, { ...node, shares: { ...node.shares, friend: undefined } }),
      run: async () => {
        const { grants } = await calls.json(`GET /drive/v1/files/${node.id}/grants`)
        const { id } = grants.find((one: GrantSeen) => {
          return one.file_id === node.id && one.grantee.kind === 'person'
        })
        await calls.json(`DELETE /drive/v1/grants/${id}`)
        return undefined
      },
    }
  },

  createLink({ calls, chance, tree }) {
    const node = pick(
      chance,
      live(tree).filter(({ shares }) => !shares?.link),
    )
    if (!node) return undefined
    return {
      after: put(tree, { ...node, shares: { ...node.shares, link: 'viewer' } }),
      run: async () =>
        void (await calls.json('POST /drive/v1/links', { node_id: node.id, role: 'viewer' })),
    }
  },

  endLink({ calls, chance, tree }) {
    const node = pick(
      chance,
      live(tree).filter(({ shares }) => shares?.link),
    )
    if (!node) return undefined
    return {
      after: put(tree, { ...node, shares: { ...node.shares, link: undefined } }),
      run: async () => {
        const { links } = await calls.json(`GET /drive/v1/links?node_id=${node.id}`)
        await calls.json(`DELETE /drive/v1/links/${links[0].id}`)
        return undefined
      },
    }
  },
}

interface GrantSeen {
  file_id: string
  grantee: { kind: string }
}

/** From the writer's folder down to this one. */
function folderNames(tree: OwnTree, id: string): string[] {
  const folder = tree.get(id)
  return folder ? [...folderNames(tree, folder.parentId), folder.name] : []
}

function uploadPlan(
  { calls, chance, tree, uploads }: Desk,
  file: Pick<OwnNode, 'id' | 'name' | 'parentId' | 'shares'>,
  conflict: 'fail' | 'replace',
): Plan {
  // What the drive has already is sometimes not sent.
  const tellsHashes = chance() < 0.5
  const content = someContent(chance)
  const { name, parentId } = file
  return {
    after: put(tree, { ...file, kind: 'file', hash: content.hash }),
    run: async () => {
      const uploading = await beginUpload(calls, { name, parentId }, content, { tellsHashes })
      if (conflict === 'fail') uploads.push(uploading)
      await sendMissing(calls, uploading)
      const made = await commit(calls, uploading, conflict)
      if (conflict === 'fail') uploads.splice(uploads.indexOf(uploading), 1)
      return made
    },
  }
}

/** Small work is complete when it is answered. */
async function batch(calls: DriveCalls, call: string, body: object): Promise<undefined> {
  const task = await calls.json(`POST /drive/v1/${call}`, body, onlyOnce())
  if (task.phase !== 'complete' || task.failed > 0) {
    throw new Error(`${call}: ${JSON.stringify({ body, task })}`)
  }
}

function live(tree: OwnTree): OwnNode[] {
  return [...tree.values()].filter((node) => isLive(tree, node))
}

function inTrash(tree: OwnTree): OwnNode[] {
  return [...tree.values()].filter(({ parentId }) => parentId === TRASH)
}

function isFile({ kind }: OwnNode): boolean {
  return kind === 'file'
}

function someFolder(chance: Chance, tree: OwnTree, topId: string): string {
  const folders = live(tree).filter((node) => !isFile(node))
  return pick(chance, [topId, ...idsOf(folders)]) ?? topId
}

/** Up to three, none of them within another. */
function some(chance: Chance, tree: OwnTree, from: readonly OwnNode[]): OwnNode[] {
  const chosen = new Map<string, OwnNode>()
  for (let i = 0; i < 3; i++) {
    const node = pick(chance, from)
    if (node) chosen.set(node.id, node)
  }
  const isInside = ({ id }: OwnNode) =>
    [...chosen.values()].some((other) =>
      withBelow(tree, other.id).some((node) => node.id === id && node !== other),
    )
  return [...chosen.values()].filter((node) => !isInside(node))
}

function canGoInto(tree: OwnTree, node: OwnNode, parentId: string): boolean {
  const isInside = withBelow(tree, node.id).some(({ id }) => id === parentId)
  return !isInside && !isTaken(tree, parentId, node.name)
}

function idsOf(nodes: readonly OwnNode[]): string[] {
  return nodes.map(({ id }) => id)
}
