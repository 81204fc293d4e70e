import { createHash } from 'node:crypto'
import { isServiceError, type ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { GrantRow, NodeRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import { type Access, accessOfActor } from '../access/access.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { Copier, copyId } from '../copies/copier.ts'
import { idPrefix } from '../copies/copy-nodes.ts'
import type { CountDownload } from '../downloads/count-download.ts'
import { reserveQuota } from '../quota/quota.ts'
import type { ChosenCursor } from '../tasks/chosen-nodes.ts'
import type { OfferedMove, PlacingFrom } from '../tasks/task-inputs.ts'
import {
  attempt,
  type Failure,
  type Step,
  type StepState,
  type TaskKind,
  type TaskState,
  toFailure,
} from '../tasks/task-kind.ts'
import { requireActiveGiver } from './active-giver.ts'
import {
  ArrivedContents,
  type BroughtContents,
  bringContents,
  dropContents,
  findContents,
} from './bring-contents.ts'
import type { HandOver, OfferEnd } from './hand-over.ts'
import {
  type Entry,
  measureSource,
  readSource,
  type Source,
  type SourceFrame,
  type Walk,
} from './read-source.ts'
import { type Moved, type MovedTop, trashMoved } from './trash-moved.ts'

export interface AcrossParts {
  db: Database
  drives: Drives
  blobs: BlobStore
  clock: Clock
  random: Random
  people: Pick<PeopleDirectory, 'isActive'>
  countDownload?: CountDownload | undefined
  /** For moves that somebody has accepted. */
  handOver?: HandOver | undefined
}

interface Frame extends SourceFrame {
  to: string
  /** How deep the copy lies. */
  depth: number
}

interface Cursor {
  at?: ChosenCursor | undefined
  frames: Frame[]
  /** How many nodes were made. */
  made: number
  /** What the drive has promised and is not used yet. */
  promised: number
  /** The number of the source when it was measured: what has changed there since is not thrown away. */
  seq: number
  /** Whether all of the folder on top has been brought over so far. */
  isWhole: boolean
  /** Those on top that are here and still there; of a task from an earlier release, only their ids. */
  moved: (MovedTop | string)[]
  isOver: boolean
  isStopped?: true
}

/** What the next step is to write, with what was done in the other drive for it. */
type Gathered =
  | { measured: { nodes: number; bytes: number; seq: number } }
  | { refused: ServiceError }
  | {
      entries: Entry[]
      brought: BroughtContents
      /** Of a move that was accepted: who has access to the entries. */
      grants: GrantRow[]
      at: ChosenCursor | undefined
      frames: SourceFrame[]
      isOver: boolean
      /** Those of `moved` that have been dealt with, and what could not be thrown away. */
      trashed: Moved
    }

type State = TaskState<PlacingFrom, Cursor>

/** Copies from another drive into this one. */
export function copyAcross(parts: AcrossParts): TaskKind<PlacingFrom, Cursor, Gathered> {
  return across(parts, 'copy')
}

/** Copies from another drive into this one, and throws away there what is here. */
export function moveAcross(parts: AcrossParts): TaskKind<PlacingFrom, Cursor, Gathered> {
  return {
    ...across(parts, 'move'),
    // What is here must not stay there.
    stop: (cursor = NOTHING_DONE) => ({ ...cursor, isStopped: true }),
  }
}

const NOTHING_DONE: Cursor = {
  frames: [],
  made: 0,
  promised: 0,
  seq: 0,
  isWhole: true,
  moved: [],
  isOver: true,
}

/**
 * The task belongs to the drive that things come into: there its nodes are made and its room is taken, all of it
 * before the first node. No transaction is about both drives. What is read from the source, what the blob store copies
 * and what is thrown away in the source happens while a step is prepared, in a way that can be done twice.
 */
function across(
  parts: AcrossParts,
  action: 'copy' | 'move',
): TaskKind<PlacingFrom, Cursor, Gathered> {
  const { drives, blobs } = parts
  return {
    right: 'add',

    async prepare(transaction, input, taskId) {
      const { drive, writer } = transaction
      const { folder } = await openTarget(writer, drive, input.parentId, 'add')
      if (isOffered(input)) await handOverOf(parts).take(transaction, input, taskId)
      return { ...input, parentId: folder.id }
    },

    async gather(driveId, task) {
      try {
        return await gather(driveId, task)
      } catch (error) {
        // Whoever began it sees the source no more. Anything else is tried again.
        if (isServiceError(error) && REFUSALS.has(error.error)) return { refused: error }
        throw error
      }
    },

    async onUnused(gathered) {
      if ('brought' in gathered) await dropContents(blobs, gathered.brought)
    },

    onStopped: (transaction, task) => reopenOffer(parts, transaction, task),

    async step(transaction, task, gathered) {
      if (!gathered) throw new Error('a step across drives was not prepared')
      const step = await stepWith(transaction, task, gathered)
      if (step.end && isOffered(task.input)) {
        const as = offerEnd(task.input, gathered)
        const ended = { taskId: task.id, as, copyId: copyId(idPrefix(task.id), 0) }
        await handOverOf(parts).end(transaction, task.input, ended)
      }
      return step
    },
  }

  async function stepWith(
    transaction: DriveTransaction,
    task: StepState<PlacingFrom, Cursor>,
    gathered: Gathered,
  ): Promise<Step<Cursor>> {
    if ('refused' in gathered) {
      const failure = toFailure(task.input.from.driveId, gathered.refused)
      return { cursor: task.cursor ?? NOTHING_DONE, done: 0, failures: [failure], end: 'failed' }
    }
    if ('measured' in gathered && task.cursor) {
      return { cursor: task.cursor, done: 0, end: 'cancelled' }
    }
    if ('measured' in gathered) return reserve(transaction, task, gathered.measured)
    return write(transaction, task, gathered)
  }

  async function gather(driveId: string, task: State): Promise<Gathered> {
    const { input, cursor } = task
    const right = isOffered(input) ? 'own' : action === 'move' ? 'edit' : 'view'
    const source = { chosen: input, until: task.createdAt, right } as const
    const access = sourceAccess(input, right)
    if (isOffered(input)) await requireActiveGiver(parts, access.actor)
    if (!cursor) {
      const measured = await drives.readLong(access, (reader, drive) =>
        measureSource(reader, drive, source),
      )
      return { measured }
    }
    const moved = { task: { driveId, id: task.id }, tops: cursor.moved.map(toTop), seq: cursor.seq }
    const trashed = await trashMoved(parts, access, moved)
    if (cursor.isStopped || cursor.isOver) {
      const nothing = { versions: new Map(), contents: new Map() }
      const { at, frames, isOver } = cursor
      return { at, frames, isOver, entries: [], brought: nothing, grants: [], trashed }
    }
    const { contents, ...walk } = await drives.read(access, async (reader, drive) => {
      const from = { at: cursor.at, frames: cursor.frames }
      const { grants, ...walk } = isOffered(input)
        ? await readShared(reader, drive, source, from)
        : { ...(await readSource(reader, drive, source, from)), grants: [] }
      const contents = await findContents(reader, drive.id, versionsOf(walk.entries))
      return { ...walk, grants, contents }
    })
    // Before the first of it is here: whoever cancels the rest has what came until then.
    if (cursor.made === 0 || walk.isOver) await countAsDownload(parts, access, task)
    const brought = await bringContents(parts, contents)
    return { ...walk, brought, trashed }
  }

  /** So few nodes that their grants can be made again in one step: each of them is told to people. */
  async function readShared(
    reader: Reader,
    drive: OpenDrive,
    source: Source,
    from: { at: ChosenCursor | undefined; frames: readonly SourceFrame[] },
  ): Promise<Walk & { grants: GrantRow[] }> {
    for (let nodesAtOnce = SHARED_NODES_AT_ONCE; ; nodesAtOnce = Math.ceil(nodesAtOnce / 5)) {
      const walk = await readSource(reader, drive, source, { ...from, nodesAtOnce })
      const grants = await handOverOf(parts).findGrants(reader, drive, nodesOf(walk.entries))
      if (grants.length <= GRANTS_AT_ONCE || nodesAtOnce === 1) return { ...walk, grants }
    }
  }

  async function write(
    transaction: DriveTransaction,
    task: StepState<PlacingFrom, Cursor>,
    gathered: Extract<Gathered, { entries: Entry[] }>,
  ): Promise<Step<Cursor>> {
    const { drive, writer } = transaction
    const { parentId, conflict, from } = task.input
    const cursor = task.cursor ?? NOTHING_DONE
    const { made } = cursor
    const contents = new ArrivedContents(transaction, gathered.brought, cursor.promised)
    const copier = new Copier(transaction, { prefix: idPrefix(task.id), made }, contents)
    const failures: Failure[] = [...gathered.trashed.failures]
    const dealtWith = new Set(gathered.trashed.ids)
    const moved = cursor.moved.map(toTop).filter(({ id }) => !dealtWith.has(id))
    const places = new Map(cursor.frames.map(({ from, to, depth }) => [from, { to, depth }]))
    let { isWhole } = cursor
    let skipped = 0

    const result = (end?: Step<Cursor>['end']): Step<Cursor> => ({
      cursor: {
        at: gathered.at,
        frames: placed(gathered.frames, places),
        made: copier.made,
        promised: contents.promised,
        seq: cursor.seq,
        isWhole,
        moved,
        isOver: gathered.isOver,
        ...(cursor.isStopped && { isStopped: true }),
      },
      done: copier.made - made + skipped,
      failures,
      reserved: contents.promised,
      ...(end && { end }),
    })

    writer.afterCommit(() => {
      // One that cannot be removed now is found as an orphan.
      for (const id of contents.unused) blobs.delete(id).catch(() => undefined)
    })
    // Prepared before it was stopped: what was thrown away is noted, and nothing more is made.
    if (cursor.isStopped) return result('cancelled')
    try {
      for (const entry of gathered.entries) await take(entry)
      await keepAccess()
    } catch (error) {
      // No room any more, or nowhere to put it: what was brought over stays.
      if (!isServiceError(error)) throw error
      failures.push(toFailure(parentId, error))
      return result('failed')
    }
    return result(gathered.isOver && moved.length === 0 ? 'complete' : undefined)

    async function keepAccess(): Promise<void> {
      const { input } = task
      if (!isOffered(input)) return
      const copies = copier.copies.map(({ source, id }) => ({
        id,
        isTop: input.ids.includes(source.id),
        grants: gathered.grants.filter(({ node_id }) => node_id === source.id),
      }))
      await handOverOf(parts).keepAccess(transaction, input, copies)
    }

    async function take(entry: Entry): Promise<void> {
      if ('ended' in entry) {
        if (places.has(entry.ended) && isWhole) keepMoved({ id: entry.ended })
        return
      }
      if ('failure' in entry) return fail(entry.failure)
      if ('top' in entry) return takeTop(entry.top)
      if ('late' in entry) {
        // What was not copied must not be thrown away with its folder.
        if (action === 'move') fail(addedMeanwhile(entry.late), entry.inside)
        return
      }
      const place = places.get(entry.inside)
      // The folder that it is in was not made.
      if (!place) return
      if ('files' in entry) return takeFiles(entry.files, entry.inside, place.to)
      const { folder, inside } = entry
      const failed: Failure[] = []
      await attempt(folder, failed, async () => {
        const depth = place.depth + 1
        places.set(folder.id, { to: await copier.copyFolder(folder, place.to, depth), depth })
      })
      for (const failure of failed) fail(failure, inside)
    }

    async function takeTop(source: NodeRow): Promise<void> {
      if (source.kind === 'file' && !hasContent(source)) return fail(lostContent(source))
      const into = await openTarget(writer, drive, parentId, 'add')
      if (source.kind === 'file') copier.checkRoom([source])
      const failed: Failure[] = []
      await attempt(source, failed, async () => {
        const origin = { drive_id: from.driveId, id: source.id }
        const data = action === 'move' ? { origin } : {}
        const to = await copier.copyTop(
          source,
          into,
          { conflict, name: task.input.name },
          { action, data },
        )
        if (to === undefined) return keepMoved({ id: source.id, revision: source.revision })
        places.set(source.id, { to, depth: into.above.length + 1 })
        isWhole = true
      })
      for (const failure of failed) fail(failure)
    }

    async function takeFiles(files: NodeRow[], inside: string, to: string): Promise<void> {
      for (const file of files) if (!hasContent(file)) fail(lostContent(file), inside)
      const whole = files.filter(hasContent)
      copier.checkRoom(whole)
      await copier.copyFiles(whole, to)
    }

    function hasContent({ version_id }: NodeRow): boolean {
      return gathered.brought.versions.has(version_id ?? '')
    }

    function fail(failure: Failure, inside?: string): void {
      failures.push(failure)
      skipped += 1
      if (inside !== undefined) isWhole = false
    }

    function keepMoved(top: MovedTop): void {
      if (action === 'move') moved.push(top)
    }
  }
}

/** Of a tree that is handed over: most nodes have no grants, and some have hundreds. */
const SHARED_NODES_AT_ONCE = 50
const GRANTS_AT_ONCE = 100

const REFUSALS: ReadonlySet<string> = new Set([
  'not_found',
  'permission_denied',
  'failed_precondition',
  'invalid_argument',
])

/** Of whoever began it, as far as they are let in there now. */
function sourceAccess({ from, lockTokens }: PlacingFrom, right: 'view' | 'edit' | 'own'): Access {
  return { ...accessOfActor(from.driveId, from.actorId, right), lockTokens }
}

/** Of a move that came to nothing before its last step, whoever ended it. */
export async function reopenOffer(
  parts: Pick<AcrossParts, 'handOver'>,
  transaction: DriveTransaction,
  { id, actorId, input }: Pick<State, 'id' | 'actorId' | 'input'>,
): Promise<void> {
  if (!isOffered(input)) return
  const ended = { taskId: id, as: 'open', copyId: copyId(idPrefix(id), 0) } as const
  await handOverOf(parts).end({ ...transaction, actorId }, input, ended)
}

type OfferedIds = OfferedMove & { ids: readonly string[] }

function isOffered(input: PlacingFrom): input is OfferedIds {
  return input.offer !== undefined && 'ids' in input
}

function handOverOf({ handOver }: Pick<AcrossParts, 'handOver'>): HandOver {
  if (!handOver) throw new Error('an offer was accepted, and nothing hands it over')
  return handOver
}

/** It is handed over when the original was dealt with; whoever has lost the right to give it offers nothing. */
function offerEnd({ ids }: OfferedIds, gathered: Gathered): OfferEnd {
  if ('refused' in gathered) return 'void'
  return 'trashed' in gathered && ids.some((id) => gathered.trashed.ids.includes(id))
    ? 'done'
    : 'open'
}

/** Room for all of it, before the first node: a task that could not end does not begin. */
async function reserve(
  { writer, drive }: DriveTransaction,
  { input }: State,
  { nodes, bytes, seq }: { nodes: number; bytes: number; seq: number },
): Promise<Step<Cursor>> {
  const cursor: Cursor = { ...NOTHING_DONE, isOver: false, promised: bytes, seq }
  try {
    await reserveQuota(writer, drive.id, bytes)
  } catch (error) {
    if (!isServiceError(error, 'resource_exhausted')) throw error
    const failures = [toFailure(input.parentId, error)]
    return { cursor: NOTHING_DONE, done: 0, failures, end: 'failed' }
  }
  return { cursor, done: 0, total: nodes, reserved: bytes }
}

/** What a visitor of a link brings home is one download of it, however many files it is. */
export function downloadOf({ input, actorId }: Pick<State, 'input' | 'actorId'>): string {
  const { parentId, conflict, from, ...chosen } = input
  const hash = createHash('sha256')
    .update(JSON.stringify([actorId, chosen]))
    .digest('hex')
  return `saved.${hash.slice(0, 32)}`
}

async function countAsDownload(
  { drives, countDownload }: AcrossParts,
  access: Access,
  task: State,
): Promise<void> {
  const hold = await drives.read(access, async (_reader, drive) =>
    countDownload?.(access, drive, downloadOf(task)),
  )
  const held = await hold?.(() => undefined)
  held?.end(true)
}

function nodesOf(entries: readonly Entry[]): string[] {
  const nodes = entries.flatMap((entry) => {
    if ('files' in entry) return entry.files
    return 'top' in entry ? entry.top : 'folder' in entry ? entry.folder : []
  })
  return nodes.map(({ id }) => id)
}

function versionsOf(entries: readonly Entry[]): string[] {
  const files = entries.flatMap((entry) =>
    'files' in entry ? entry.files : 'top' in entry ? entry.top : [],
  )
  return files.flatMap(({ version_id }) => version_id ?? [])
}

/** From the top down to the first folder that was not made. */
function placed(
  frames: readonly SourceFrame[],
  places: ReadonlyMap<string, { to: string; depth: number }>,
): Frame[] {
  const end = frames.findIndex(({ from }) => !places.has(from))
  return (end === -1 ? frames : frames.slice(0, end)).flatMap((frame) => {
    const place = places.get(frame.from)
    return place ? { ...frame, ...place } : []
  })
}

/** A file of which it is not known how it was copied stays in its drive. */
function toTop(moved: MovedTop | string): MovedTop {
  return typeof moved === 'string' ? { id: moved } : moved
}

function addedMeanwhile({ id, name }: { id: string; name: string }): Failure {
  const description = 'it was added after the move had begun: it stays, and so does its folder'
  return { id, name, error: 'aborted', description }
}

function lostContent({ id, name }: { id: string; name: string }): Failure {
  return { id, name, error: 'not_found', description: 'the content of the file is not there' }
}
