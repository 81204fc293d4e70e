import type { Right } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'
import {
  findOpenNode,
  isAllSeen,
  notFound,
  openNodes,
  requireAllSeen,
  requireRight,
} from '../access/open-node.ts'
import { requireOwnBelow } from '../access/own-below.ts'
import type { OpenDrive } from '../access/reach.ts'
import { listChildren, weighBelow } from '../nodes/tree.ts'
import {
  type ChosenCursor,
  type ChosenNodes,
  ChosenQueue,
  prepareChosen,
} from '../tasks/chosen-nodes.ts'
import { attempt, type Failure, staysOnTop, unknownNode } from '../tasks/task-kind.ts'

/** A folder of the source whose content is being read. */
export interface SourceFrame {
  from: string
  /** The last of its content that was dealt with. */
  after?: string | undefined
}

export type Entry =
  | { top: NodeRow }
  /** Below the top: in the copy of a folder of the source. */
  | { folder: NodeRow; inside: string }
  | { files: NodeRow[]; inside: string }
  /** Made after the task began: it is left alone. */
  | { late: NodeRow; inside: string }
  /** One on top stays behind. */
  | { failure: Failure }
  /** All that is in a folder on top has been read. */
  | { ended: string }

/** What is to be made next, in this order, and from where to read on. */
export interface Walk {
  entries: Entry[]
  at: ChosenCursor
  frames: SourceFrame[]
  isOver: boolean
}

export interface Source {
  chosen: ChosenNodes
  /** What was made later is left alone. */
  until: number
  /** What the caller needs on each that they chose. */
  right: Right
}

/** So many nodes and bytes are brought over at once; of a larger file, all of it. */
const NODES_AT_ONCE = 200
const BYTES_AT_ONCE = 1024 ** 3

/** Reads on through the trees of the source, folder by folder. */
export async function readSource(
  reader: Reader,
  drive: OpenDrive,
  { chosen, until, right }: Source,
  from: { at: ChosenCursor | undefined; frames: readonly SourceFrame[]; nodesAtOnce?: number },
): Promise<Walk> {
  const { nodesAtOnce = NODES_AT_ONCE } = from
  const isMeant = ({ created_at }: Pick<NodeRow, 'created_at'>) => created_at <= until
  const queue = await openQueue(reader, drive, { chosen, until, right }, from.at)
  const frames = from.frames.map((frame) => ({ ...frame }))
  const entries: Entry[] = []
  let nodes = 0
  let bytes = 0
  await requireOpen(reader, drive, frames, right)

  for (let efforts = 0; efforts < nodesAtOnce && nodes < nodesAtOnce; efforts++) {
    if (bytes >= BYTES_AT_ONCE) break
    const frame = frames.at(-1)
    if (frame) await readFolder(frame)
    else if (queue.isOver) break
    // Whether a folder is made at all is decided before what is in it is brought over.
    else if (await readTop()) break
  }
  return { entries, at: queue.cursor, frames, isOver: queue.isOver && frames.length === 0 }

  /** Gives whether it was a folder. */
  async function readTop(): Promise<boolean> {
    const id = await queue.next()
    if (id === undefined) return false
    const source = await findOpenNode(reader, drive, id)
    if (!source) return fail(unknownNode(id))
    if (!queue.holds(source)) return false
    if (source.id === drive.root_id) return fail(staysOnTop(source.id))
    const failures: Failure[] = []
    await attempt(source, failures, async () => {
      requireRight(source, right)
      queue.requireWhereSeen(source)
      requireAllSeen(source)
      if (right === 'view') return
      await requireOwnBelow(reader, drive, source)
      const { id, parent_id } = source
      const folders = parent_id === null ? [] : [parent_id]
      // What could not be thrown away afterwards is not copied.
      await drive.locks?.require(reader, { nodes: [id], folders, trees: [id] })
    })
    const [failure] = failures
    if (failure) return fail(failure)
    entries.push({ top: source })
    count(source)
    if (source.kind === 'folder') frames.push({ from: source.id })
    return source.kind === 'folder'
  }

  /** Folders come first, each with all that is in it; then the files. */
  async function readFolder(frame: SourceFrame): Promise<void> {
    const limit = nodesAtOnce - nodes
    const page = await listChildren(reader, drive.id, frame.from, {
      afterSortKey: frame.after,
      limit,
    })
    const [first] = page
    if (!first) {
      frames.pop()
      if (frames.length === 0) entries.push({ ended: frame.from })
      return
    }
    if (first.kind === 'folder') {
      frame.after = first.sort_key
      if (!isMeant(first)) return leave(first, frame.from)
      entries.push({ folder: first, inside: frame.from })
      count(first)
      frames.push({ from: first.id })
      return
    }
    const files: NodeRow[] = []
    for (const file of page) {
      if (bytes >= BYTES_AT_ONCE) break
      frame.after = file.sort_key
      if (!isMeant(file)) {
        leave(file, frame.from)
        continue
      }
      files.push(file)
      count(file)
    }
    if (files.length > 0) entries.push({ files, inside: frame.from })
  }

  function leave(late: NodeRow, inside: string): void {
    entries.push({ late, inside })
  }

  function count(source: NodeRow): void {
    nodes += 1
    bytes += source.size
  }

  function fail(failure: Failure): false {
    entries.push({ failure })
    return false
  }
}

/**
 * What is in a folder is read without a look at each: all folders that are being read must still be open to the caller, for one
 * of those above is read on as soon as the one below has ended.
 */
async function requireOpen(
  reader: Reader,
  drive: OpenDrive,
  frames: readonly SourceFrame[],
  right: Right,
): Promise<void> {
  const ids = frames.map(({ from }) => from)
  const open = await openNodes(reader, drive, ids)
  for (const [depth, id] of ids.entries()) {
    const folder = open.get(id)
    // Whoever sees all of the drive sees that it was deleted: nothing more is in it.
    if (!folder && drive.reach.isUniform) continue
    if (!folder) throw notFound()
    requireAllSeen(folder)
    if (depth === 0) requireRight(folder, right)
  }
}

/** How much there is to bring over. It looks at all of it: not for short work. */
export async function measureSource(
  reader: Reader,
  drive: OpenDrive,
  source: Source,
): Promise<{ nodes: number; bytes: number; seq: number }> {
  const queue = await openQueue(reader, drive, source, undefined)
  const sum = { nodes: 0, bytes: 0 }
  while (!queue.isOver) {
    const ids = await queue.take(IDS_AT_ONCE)
    const seen = [...(await openNodes(reader, drive, ids)).values()].filter(isAllSeen)
    const found = await weighBelow(
      reader,
      drive.id,
      seen.map(({ id }) => id),
    )
    sum.nodes += found.nodes
    sum.bytes += found.bytes
  }
  return { ...sum, seq: drive.seq }
}

const IDS_AT_ONCE = 100

async function openQueue(
  reader: Reader,
  drive: OpenDrive,
  { chosen, until }: Source,
  at: ChosenCursor | undefined,
): Promise<ChosenQueue> {
  const prepared = await prepareChosen({ drive, writer: reader, now: until }, chosen)
  return new ChosenQueue(
    { drive, writer: reader },
    prepared,
    at,
    (node) => node.created_at <= until,
  )
}
