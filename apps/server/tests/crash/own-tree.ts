import type { DriveCalls } from '../testing/drive-calls.ts'

/** What a writer has made, as it knows it. No other writer touches it. */
export type OwnTree = ReadonlyMap<string, OwnNode>

export interface OwnNode {
  id: string
  name: string
  /** TRASH for what was itself put there. */
  parentId: string
  kind: 'folder' | 'file'
  /** Of a file. */
  hash?: string | undefined
  /** The folder that it was thrown away from. */
  trashedFrom?: string | undefined
  /** The role that the writer's friend has on it, and the role of its link. */
  shares?: Shares | undefined
}

export interface Shares {
  friend?: string | undefined
  link?: string | undefined
}

export const TRASH = 'the trash'

/** One line for each node, whatever the ids: two trees that are alike have the same lines. */
export function describeTree(tree: OwnTree): string[] {
  const lines: string[] = []
  for (const node of tree.values()) {
    const { friend = '-', link = '-' } = node.shares ?? {}
    const what = node.kind === 'folder' ? '/' : node.hash
    lines.push(`${pathOf(tree, node)} ${what} friend ${friend} link ${link}`)
  }
  return lines.sort()
}

function pathOf(tree: OwnTree, { name, parentId }: OwnNode): string {
  if (parentId === TRASH) return `${TRASH}/${name}`
  const parent = tree.get(parentId)
  return parent ? `${pathOf(tree, parent)}/${name}` : name
}

/** All that lies below a node, and the node itself first. */
export function withBelow(tree: OwnTree, id: string): OwnNode[] {
  const node = tree.get(id)
  const children = [...tree.values()].filter(({ parentId }) => parentId === id)
  return [...(node ? [node] : []), ...children.flatMap((child) => withBelow(tree, child.id))]
}

export function isLive(tree: OwnTree, node: OwnNode): boolean {
  if (node.parentId === TRASH) return false
  const parent = tree.get(node.parentId)
  return parent === undefined || isLive(tree, parent)
}

export function isTaken(tree: OwnTree, parentId: string, name: string): boolean {
  return [...tree.values()].some((node) => node.parentId === parentId && node.name === name)
}

export function put(tree: OwnTree, ...nodes: OwnNode[]): OwnTree {
  const next = new Map(tree)
  for (const node of nodes) next.set(node.id, node)
  return next
}

export function remove(tree: OwnTree, id: string): OwnTree {
  const next = new Map(tree)
  for (const node of withBelow(tree, id)) next.delete(node.id)
  return next
}

/** What the server has of a writer: all below its folder, and of the trash what bears its mark. */
export async function readTree(calls: DriveCalls, topId: string, mark: string): Promise<OwnTree> {
  const tree = new Map<string, OwnNode>()
  const shares = await readShares()
  await readFolder(topId)
  for (const file of await readAll('trash')) {
    if (!file.name.startsWith(mark)) continue
    const trashedFrom = file.original_place?.folder_id
    put(file, { parentId: TRASH, trashedFrom })
    if (file.kind === 'folder') await readFolder(file.id)
  }
  return tree

  function put({ id, name, kind, hash }: Listed, place: Pick<OwnNode, 'parentId' | 'trashedFrom'>) {
    tree.set(id, { id, name, kind, hash, ...place, shares: shares.get(id) })
  }

  /** By the node. */
  async function readShares(): Promise<Map<string, Shares>> {
    const found = new Map<string, Shares>()
    for (const { grant } of await readPages('shared_by_me', 'shares', '')) {
      const { file_id, grantee, role } = grant
      if (grantee.kind === 'person') found.set(file_id, { ...found.get(file_id), friend: role })
    }
    for (const { node_id, role } of await readPages('links:mine', 'links', '')) {
      found.set(node_id, { ...found.get(node_id), link: role })
    }
    return found
  }

  async function readFolder(id: string): Promise<void> {
    for (const file of await readAll('files', `parent_id=${id}&`)) {
      put(file, { parentId: id })
      if (file.kind === 'folder') await readFolder(file.id)
    }
  }

  function readAll(path: string, query = ''): Promise<Listed[]> {
    return readPages(path, 'files', `${query}page_size=1000&`)
  }

  // biome-ignore lint/suspicious/noExplicitAny: what was answered is looked at, not trusted
  async function readPages(path: string, field: string, query: string): Promise<any[]> {
    const all = []
    let token: string | undefined
    do {
      const more = token === undefined ? '' : `page_token=${encodeURIComponent(token)}`
      const page = await calls.json(`GET /drive/v1/${path}?${query}${more}`)
      all.push(...page[field])
      token = page.next_page_token
    } while (token !== undefined)
    return all
  }
}

interface Listed {
  id: string
  name: string
  kind: 'folder' | 'file'
  hash?: string
  original_place?: { folder_id: string }
}
