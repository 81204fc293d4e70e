import type { NodeRow } from '../../db/tables.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { sortKey, sortType } from '../nodes/sort-key.ts'
import { tagsIn, toTagList } from '../nodes/tags.ts'
import {
  type CheckedNode,
  countReachable,
  countRows,
  findNodeRow,
  listNodes,
  listShortcutsWithoutNode,
  listTagsWithoutNode,
  listTornTasks,
  listUnreachable,
} from './check.store.ts'
import type { DriveCheck } from './drive-check.ts'
import { toFilePath } from './file-path.ts'
import { pagesOf } from './pages.ts'
import type { ProblemKind } from './problem.ts'

/** Every file and folder: where it lies, what it is called, which content it has. */
export async function checkNodes(check: DriveCheck, total: number): Promise<void> {
  const { db, drive } = check
  if (!(await db.read((reader) => findNodeRow(reader, drive.id, drive.root_id)))) {
    await check.tell({ kind: 'root_missing', id: drive.root_id })
  }
  let done = 0
  const pages = pagesOf((after, limit) =>
    db.readLong((reader) => listNodes(reader, drive.id, after, limit)),
  )
  for await (const nodes of pages) {
    for (const node of nodes) {
      for (const { kind, found } of findFaults(node, drive.root_id)) {
        await tellOf(check, node, kind, found)
      }
    }
    done += nodes.length
    check.progress?.({ step: 'files', done, total, unit: 'rows' })
  }
  await checkCycles(check)
  await checkBelongings(check)
}

interface Fault {
  kind: ProblemKind
  found?: string
}

function findFaults(node: CheckedNode, rootId: string): Fault[] {
  const faults: Fault[] = [...findPlaceFaults(node, rootId), ...findContentFaults(node)]
  const { kind, name } = node
  if (node.sort_key !== sortKey(kind, name) || node.type !== sortType(kind, name)) {
    faults.push({ kind: 'sort_key' })
  }
  if (node.tag_list !== toTagList(tagsIn(node.kept_tags))) faults.push({ kind: 'tag_list' })
  if (node.id !== rootId && !isName(name)) faults.push({ kind: 'name' })
  return faults
}

function findPlaceFaults(node: CheckedNode, rootId: string): Fault[] {
  const faults: Fault[] = []
  if (node.parent_id !== null) {
    if (node.parent_kind === null) faults.push({ kind: 'parent_missing', found: node.parent_id })
    else if (node.parent_kind !== 'folder') faults.push({ kind: 'parent_no_folder' })
  } else if (node.id !== rootId && node.trashed_at === null && node.deleted_by === null) {
    faults.push({ kind: 'nowhere' })
  }
  if (node.deleted_by !== null && (node.task_id === null || node.task_ended_at !== null)) {
    faults.push({ kind: 'deletion_without_task' })
  }
  return faults
}

function findContentFaults(node: CheckedNode): Fault[] {
  if (node.kind === 'folder') {
    return node.version_id === null && node.size === 0 ? [] : [{ kind: 'folder_with_content' }]
  }
  if (node.version_node_id !== node.id) {
    // A file that is being removed loses its versions before itself.
    return node.deleted_by === null ? [{ kind: 'file_without_version' }] : []
  }
  const faults: Fault[] = []
  if (node.version_size !== node.size) {
    const found = `${node.size} instead of ${node.version_size} bytes`
    faults.push({ kind: 'file_size', found })
  }
  if (node.version_hash !== node.hash) faults.push({ kind: 'file_hash' })
  return faults
}

function isName(name: string): boolean {
  try {
    return toNodeName(name) === name
  } catch {
    return false
  }
}

async function tellOf(
  check: DriveCheck,
  node: NodeRow,
  kind: ProblemKind,
  found: string | undefined,
): Promise<void> {
  const { db, drive } = check
  const path = await db.read((reader) => toFilePath(reader, drive, node))
  await check.tell({
    kind,
    id: node.id,
    files: [path],
    ...(found !== undefined && { found }),
  })
}

const FEW = 1000

/**
 * A node that no way from the top leads to, though everything on its own way up is there, lies in a
 * circle. One of each circle is told.
 */
async function checkCycles(check: DriveCheck): Promise<void> {
  const { db, drive } = check
  const lost = await db.readLong(async (reader) => {
    const { nodes } = await countRows(reader, drive.id)
    if ((await countReachable(reader, drive.id)) === nodes) return []
    return listUnreachable(reader, drive.id, FEW)
  })
  const seen = new Set<string>()
  for (const { id } of lost) {
    const cycle = await findCycle(check, id, seen)
    if (!cycle) continue
    const names = cycle.map(({ name }) => name).join('/')
    await check.tell({ kind: 'cycle', id: cycle[0]?.id ?? id, files: [`…/${names}`] })
  }
}

/** The nodes of the circle above this one, unless it was met before or there is none. */
async function findCycle(
  { db, drive }: DriveCheck,
  id: string,
  seen: Set<string>,
): Promise<NodeRow[] | undefined> {
  const way: NodeRow[] = []
  for (let next: string | null = id; next !== null; ) {
    const at = way.findIndex((node) => node.id === next)
    if (at !== -1) return way.slice(at).sort((a, b) => (a.id < b.id ? -1 : 1))
    if (seen.has(next)) return undefined
    seen.add(next)
    const step: string = next
    const node = await db.read((reader) => findNodeRow(reader, drive.id, step))
    if (!node) return undefined
    way.push(node)
    next = node.parent_id
  }
  return undefined
}

async function checkBelongings(check: DriveCheck): Promise<void> {
  const { db, drive } = check
  const tags = await db.readLong((reader) => listTagsWithoutNode(reader, drive.id, FEW))
  for (const { node_id, tag } of tags) {
    await check.tell({ kind: 'tag_without_node', id: node_id, found: tag })
  }
  const shortcuts = await db.readLong((reader) => listShortcutsWithoutNode(reader, drive.id, FEW))
  for (const { node_id } of shortcuts) {
    await check.tell({ kind: 'shortcut_without_node', id: node_id })
  }
  const tasks = await db.readLong((reader) => listTornTasks(reader, drive.id, FEW))
  for (const { id, phase } of tasks) await check.tell({ kind: 'task_state', id, found: phase })
}
