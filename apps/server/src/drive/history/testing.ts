import fc from 'fast-check'
import type { NodeRow } from '../../db/tables.ts'
import { systemAccess } from '../access/access.ts'
import { packBundle, sentBundle } from '../bundles/testing.ts'
import type { SentFile } from '../paths/sent-file.ts'
import { chunked } from '../test-bytes.ts'
import type { TestDrive } from '../testing.ts'
import { treeAt } from './tree-at.ts'

/** What is compared of a file or folder. */
export interface SeenNode {
  path: string
  id: string
  kind: NodeRow['kind']
  versionId: string | null
  size: number
  modifiedAt: number
  isTrashed: boolean
}

/** The tree of now as the rows of nodes say it, without any history. */
export async function readTree({ db, drives }: TestDrive, sub: string): Promise<SeenNode[]> {
  const { id: driveId, root_id } = await drives.of(sub)
  const rows = await db.read((reader) =>
    reader.selectFrom('nodes').selectAll().where('drive_id', '=', driveId).execute(),
  )
  const byParent = Map.groupBy(rows, ({ parent_id }) => parent_id ?? '')
  const below = (parent: NodeRow, path: string, isTrashed: boolean): SeenNode[] =>
    (byParent.get(parent.id) ?? []).flatMap((row) => seen(row, `${path}${row.name}`, isTrashed))
  const seen = (row: NodeRow, path: string, isTrashed: boolean): SeenNode[] => [
    toSeen(row, path, isTrashed),
    ...below(row, `${path}/`, isTrashed),
  ]
  const tops = (byParent.get('') ?? []).filter(({ deleted_by }) => deleted_by === null)
  return tops
    .flatMap((top) => (top.id === root_id ? below(top, '', false) : seen(top, top.name, true)))
    .sort(byPath)
}

/** The tree of a number as the history says it. */
export async function rebuildTree(drive: TestDrive, sub: string, seq: number): Promise<SeenNode[]> {
  const { id, root_id } = await drive.drives.of(sub)
  return drive.drives.readLong(systemAccess(id), async (reader, row) => {
    const seen: SeenNode[] = []
    for await (const entry of treeAt(reader, row, seq)) {
      if (entry.id !== root_id) seen.push(toSeen(entry, entry.path, entry.isTrashed))
    }
    return seen.sort(byPath)
  })
}

function toSeen(
  node: Pick<NodeRow, 'id' | 'kind' | 'version_id' | 'size' | 'modified_at'>,
  path: string,
  isTrashed: boolean,
): SeenNode {
  const { id, kind, version_id, size, modified_at } = node
  return { path, id, kind, versionId: version_id, size, modifiedAt: modified_at, isTrashed }
}

/** In the trash, paths repeat. */
function byPath(a: SeenNode, b: SeenNode): number {
  return compare(a.path, b.path) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Remembers the tree of each number at which somebody looked. */
export function recordTrees(drive: TestDrive, sub: string) {
  const bySeq = new Map<number, SeenNode[]>()
  return {
    bySeq,
    async look() {
      const { seq } = await drive.drives.of(sub)
      if (!bySeq.has(seq)) bySeq.set(seq, await readTree(drive, sub))
    },
  }
}

interface Chosen {
  /** Some node, of those that are there. */
  id: string
  ids: string[]
  /** Some folder, the top one included. */
  folderId: string
  name: string
  /** How many nodes there are. */
  size: number
  number: number
}

type Operation = (drive: TestDrive, sub: string, chosen: Chosen) => Promise<unknown>

/** Whatever changes the tree of a drive belongs here. */
const OPERATIONS: Record<string, Operation> = {
  createFolder: ({ nodes }, sub, { folderId, name }) =>
    nodes.createFolder(sub, { parentId: folderId, name, conflict: 'rename' }),
  upload: (drive, sub, { folderId, name, id }) =>
    drive.upload(sub, name, Buffer.from(id), { parentId: folderId, conflict: 'replace' }),
  uploadAgain: (drive, sub, { folderId, name, number }) =>
    drive.upload(sub, name, Buffer.alloc(number % 50), { parentId: folderId, conflict: 'replace' }),
  bundle: ({ bundles }, sub, { folderId, name, number }) =>
    bundles.receive(sub, someBundle(folderId, [`${name}/b`, name, `${name}/c/d`], number)),
  put: ({ paths }, sub, { name, number }) => paths.put(sub, `${name}/put`, someFile(number)),
  rename: ({ nodes }, sub, { id, name, number }) =>
    nodes.update(sub, id, { name: `${name}${number % 5}`, conflict: 'fail' }),
  renameOver: ({ nodes }, sub, { id, name }) =>
    nodes.update(sub, id, { name, conflict: 'replace' }),
  move: ({ nodes }, sub, { id, folderId }) =>
    nodes.update(sub, id, { parentId: folderId, conflict: 'rename' }),
  date: ({ nodes }, sub, { id, number }) =>
    nodes.update(sub, id, { modifiedAt: number, conflict: 'fail' }),
  star: ({ nodes }, sub, { id, number }) =>
    nodes.update(sub, id, { isStarred: number % 2 === 0, conflict: 'fail' }),
  batchMove: ({ tasks }, sub, { ids, folderId }) =>
    tasks.begin(sub, 'move', { ids, parentId: folderId, conflict: 'replace' }),
  copy: async ({ tasks }, sub, { ids, folderId, size }) =>
    size < ENOUGH_NODES &&
    tasks.begin(sub, 'copy', { ids, parentId: folderId, conflict: 'rename' }),
  copyOver: async ({ tasks }, sub, { ids, folderId, size }) =>
    size < ENOUGH_NODES &&
    tasks.begin(sub, 'copy', { ids, parentId: folderId, conflict: 'replace' }),
  trash: ({ tasks }, sub, { ids }) => tasks.begin(sub, 'trash', { ids }),
  untrash: ({ tasks }, sub, { ids }) => tasks.begin(sub, 'untrash', { ids, conflict: 'rename' }),
  untrashOver: ({ tasks }, sub, { ids }) =>
    tasks.begin(sub, 'untrash', { ids, conflict: 'replace' }),
  delete: ({ tasks }, sub, { ids, size }) =>
    tasks.begin(sub, 'delete', { ids: size < ENOUGH_NODES ? ids.slice(0, 1) : ids }),
  restoreVersion: async (drive, sub, { number }) => {
    const earlier = await earlierVersions(drive)
    const version = earlier[number % earlier.length]
    return version && drive.versions.restore(sub, version.node_id, version.id)
  },
  /** Seldom, or the trash would never hold much. */
  emptyTrash: async ({ tasks }, sub, { number }) =>
    number % 3 === 0 && tasks.begin(sub, 'empty', {}),
  /** What was begun goes on while others change the drive. */
  step: (drive) => drive.stepOnce(),
  work: ({ runner }) => runner.run(),
}

/** What files have held and do not hold now. */
function earlierVersions({ db }: TestDrive): Promise<{ id: string; node_id: string }[]> {
  return db.read((reader) =>
    reader
      .selectFrom('versions')
      .innerJoin('nodes', (join) =>
        join
          .onRef('nodes.drive_id', '=', 'versions.drive_id')
          .onRef('nodes.id', '=', 'versions.node_id'),
      )
      .select(['versions.id', 'versions.node_id'])
      .whereRef('versions.id', '!=', 'nodes.version_id')
      .where('nodes.parent_id', 'is not', null)
      .orderBy('versions.id')
      .execute(),
  )
}

function someBundle(parentId: string, paths: readonly string[], number: number) {
  const contents = paths.map((_, at) => Buffer.alloc((number + at) % 40, number))
  const entries = paths.map((path, at) => ({ path, size: contents[at]?.length }))
  return sentBundle(packBundle({ parent_id: parentId, conflict: 'replace', entries }, contents))
}

function someFile(number: number): SentFile {
  const bytes = Buffer.alloc(number % 60, number)
  return {
    bytes: chunked(bytes),
    sizeBytes: bytes.length,
    mimeType: undefined,
    modifiedAt: number,
    ifMatch: undefined,
    ifNoneMatch: undefined,
  }
}

export const OPERATION_NAMES = Object.keys(OPERATIONS)

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const ENOUGH_NODES = 250

export interface HistoryStep {
  name: string
  /** May find that it cannot be done. */
  run(): Promise<unknown>
}

/** Some operations, always the same for a seed; what they are done with is chosen when they run. */
export async function historySteps(
  drive: TestDrive,
  sub: string,
  { count, seed }: { count: number; seed: number },
): Promise<HistoryStep[]> {
  const { id: driveId, root_id } = await drive.drives.of(sub)
  const number = fc.nat({ max: 10_000 })
  const step = fc.tuple(fc.constantFrom(...OPERATION_NAMES), number, number, number)
  return fc.sample(step, { numRuns: count, seed }).map(([name, ...numbers]) => ({
    name,
    async run() {
      drive.clock.advance(1)
      const known = await drive.db.read((reader) =>
        reader
          .selectFrom('nodes')
          .select(['id', 'kind'])
          .where('drive_id', '=', driveId)
          .where('deleted_by', 'is', null)
          .orderBy('id')
          .execute(),
      )
      await OPERATIONS[name]?.(drive, sub, choose(known, root_id, numbers))
    },
  }))
}

function choose(
  known: readonly Pick<NodeRow, 'id' | 'kind'>[],
  rootId: string,
  [a = 0, b = 0, c = 0]: readonly number[],
): Chosen {
  const nodes = known.filter(({ id }) => id !== rootId)
  const folders = known.filter(({ kind }) => kind === 'folder')
  const idAt = (index: number) => nodes[index % nodes.length]?.id ?? 'nothing'
  return {
    id: idAt(a),
    ids: [...new Set([idAt(a), idAt(b), idAt(c)])],
    folderId: folders[b % folders.length]?.id ?? rootId,
    name: NAMES[c % NAMES.length] ?? '',
    size: nodes.length,
    number: a,
  }
}
