import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { type DirectoryEntry, readDirectory } from '../../kernel/zip/read-directory.ts'
import { type Access, accessOfActor } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { openNode, openTarget } from '../access/open-node.ts'
import { placeBundle } from '../bundles/place-bundle.ts'
import type { BundleEntry } from '../bundles/read-bundle.ts'
import type { StoredContent } from '../contents/store-content.ts'
import type { Downloads } from '../downloads/downloads.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import { checkFolder, placeFolder } from '../nodes/place-node.ts'
import { checkRoom } from '../quota/quota.ts'
import { isAtWork } from '../tasks/require-task.ts'
import type { Extracting } from '../tasks/task-inputs.ts'
import type { Failure, Step, StepState, TaskKind, TaskState } from '../tasks/task-kind.ts'
import { commitSealed } from '../uploads/commit-upload.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { coming, type ExtractCursor, firstCursor, passed } from './extract-cursor.ts'
import { ExtractTrouble, toFailure, toTrouble } from './extract-trouble.ts'
import { toFolderName } from './folder-name.ts'
import { KeptContents } from './kept-contents.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { nameInArchive, planEntry } from './plan-entry.ts'
import { dropUnused, type Group, readGroup, withoutTop } from './read-group.ts'
import { type Received, receiveEntry } from './receive-entry.ts'
import { type Survey, surveyArchive } from './survey-archive.ts'

export interface ExtractParts {
  uploads: Pick<Uploads, 'create' | 'receive' | 'seal' | 'endByKey'>
  downloads: Pick<Downloads, 'open'>
  blobs: BlobStore
  clock: Clock
  random: Random
  /** How long a part of a large entry is received before a step. */
  partMs?: number | undefined
}

/** What the next step is to write. */
type Gathered =
  | { refused: ServiceError | ExtractTrouble }
  | { survey: Survey }
  | { group: Group }
  | { large: Large; received: Received }

interface Large {
  entry: DirectoryEntry
  path: Path
}

type State = TaskState<Extracting, ExtractCursor>
type Begun = State & { cursor: ExtractCursor }

const PART_MS = 1_000

/**
 * Makes files and folders of what lies in an archive. First the whole directory is looked at, then entries are extracted in
 * its order: small ones in groups, each group placed by one step as a bundle is; each large one by an upload of its own. The
 * cursor is the place in the directory, and is written with the files, so that no entry is extracted twice.
 */
export function extractFiles(parts: ExtractParts): TaskKind<Extracting, ExtractCursor, Gathered> {
  const { uploads, clock, random, partMs = PART_MS } = parts
  const kept = new KeptContents()
  const newId = () => createId(random, clock.now())
  return {
    right: 'add',
    prepare,

    async gather(driveId, task) {
      try {
        return await gather(accessOf(driveId, task), task)
      } catch (error) {
        return { refused: toTrouble(error) ?? asFinal(error) }
      }
    },

    async step(transaction, task, gathered) {
      if (!gathered) throw new Error('a step of an extraction was not prepared')
      if ('refused' in gathered) return giveUp(transaction, task, gathered.refused)
      if ('survey' in gathered) return begin(transaction, task, gathered.survey)
      const begun = requireBegun(task)
      try {
        await openTarget(transaction.writer, transaction.drive, begun.cursor.folderId, 'add')
      } catch (error) {
        if ('group' in gathered) drop(transaction, gathered.group.entries, new Set())
        return giveUp(transaction, task, asFinal(error))
      }
      return 'group' in gathered
        ? placeGroup(transaction, begun, gathered.group)
        : takeLarge(transaction, begun, gathered)
    },

    async onUnused(gathered) {
      if ('group' in gathered) await dropUnused(parts, gathered.group.entries, new Set())
    },

    onStopped: stop,
  }

  async function prepare(transaction: DriveTransaction, input: Extracting): Promise<Extracting> {
    const { drive, writer } = transaction
    const archive = await openNode(writer, drive, input.archiveId, 'view')
    if (archive.version_id === null) {
      throw new ServiceError('failed_precondition', {
        description: 'id: a folder cannot be extracted, only a ZIP file',
      })
    }
    const parentId = input.parentId ?? archive.parent_id
    if (parentId === null) {
      throw new ServiceError('failed_precondition', {
        description: 'parent_id: the archive is in the trash, so say where it is to be extracted',
      })
    }
    const { folder } = await openTarget(writer, drive, parentId, 'add')
    const name = input.name ?? toFolderName(archive.name)
    await checkFolder(transaction, { parentId: folder.id, name, conflict: input.conflict })
    const into = { versionId: archive.version_id, parentId: folder.id, name }
    return { ...input, into }
  }

  async function gather(access: Access, task: State): Promise<Gathered> {
    const { archiveId } = task.input
    const { versionId } = intoOf(task)
    const archive = await openArchive(parts, access, { archiveId, versionId })
    if (!task.cursor) return { survey: await surveyArchive(archive.read, archive.sizeBytes) }
    const begun = requireBegun(task)
    const { directory, next: from, top } = begun.cursor
    if (begun.cursor.open) return gatherLarge(access, begun, archive, begun.cursor.open)
    return { group: await readGroup(parts, archive, { directory, from, top }) }
  }

  async function gatherLarge(
    access: Access,
    { id, cursor }: Begun,
    archive: Archive,
    soFar: NonNullable<ExtractCursor['open']>,
  ): Promise<Gathered> {
    const { folderId, directory, next, top } = cursor
    const large = await findLarge(archive, directory, next.at, top)
    const check = async (reader: Reader) => {
      if (await isAtWork(reader, { driveId: access.driveId, id })) return
      throw new ServiceError('not_found', { description: 'the task is over' })
    }
    const file = { parentId: folderId, name: large.path.at(-1) ?? '', check }
    const { entry } = large
    const wanted = { access, archive, entry, key: keyOf(id, cursor), file, soFar }
    return { large, received: await receiveEntry({ uploads, kept, partMs }, wanted) }
  }

  /** All of it must fit before the first file is made. */
  async function begin(
    transaction: DriveTransaction,
    task: StepState<Extracting, ExtractCursor>,
    survey: Survey,
  ): Promise<Step<ExtractCursor>> {
    const { parentId, name } = intoOf(task)
    const { conflict } = task.input
    try {
      checkRoom(transaction.drive, survey.sizeBytes)
      const id = await placeFolder(transaction, { id: newId(), parentId, name, conflict })
      const { entries } = survey
      const end = entries === 0 && { end: 'complete' as const }
      return { cursor: firstCursor(survey, { id, name }), done: 0, total: entries, ...end }
    } catch (error) {
      return giveUp(transaction, task, asFinal(error))
    }
  }

  async function placeGroup(
    transaction: DriveTransaction,
    { cursor }: Begun,
    { entries, next, sizeBytes, follows }: Group,
  ): Promise<Step<ExtractCursor>> {
    const failures: Failure[] = []
    const ready: { entry: BundleEntry<StoredContent>; index: number; name: string }[] = []
    for (const { index, name, outcome } of entries) {
      if (outcome instanceof ExtractTrouble) {
        failures.push(toFailure(outcome, { id: String(index), name }))
      } else if (outcome) ready.push({ entry: outcome, index, name })
    }
    const placed = await placeBundle(inOneFolder(transaction), {
      parentId: cursor.folderId,
      conflict: 'rename',
      entries: ready.map(({ entry }) => entry),
      call: undefined,
      newId,
    })
    drop(transaction, entries, placed.used)
    let isFull = false
    for (const [at, outcome] of placed.outcomes.entries()) {
      const { index = 0, name = '' } = ready[at] ?? {}
      if (!(outcome instanceof ServiceError)) continue
      // Once is enough to say that there is no room.
      const isAgain = isFull && outcome.error === 'resource_exhausted'
      if (!isAgain) failures.push(toFailure(outcome, { id: String(index), name }))
      isFull ||= outcome.error === 'resource_exhausted'
    }
    const end = isFull ? 'failed' : follows === 'end' ? 'complete' : undefined
    return {
      cursor: passed(cursor, { next, sizeBytes, follows }),
      done: entries.length,
      failures,
      ...(end && { end }),
    }
  }

  /** What cannot be removed now is found as an orphan. */
  function drop(
    { writer }: DriveTransaction,
    entries: Group['entries'],
    used: Parameters<typeof dropUnused>[2],
  ): void {
    writer.afterCommit(() => void dropUnused(parts, entries, used).catch(() => {}))
  }

  async function takeLarge(
    transaction: DriveTransaction,
    task: Begun,
    { large: { entry, path }, received }: { large: Large; received: Received },
  ): Promise<Step<ExtractCursor>> {
    const { cursor } = task
    if (received.kind === 'coming') return { cursor: coming(cursor, received.soFar), done: 0 }
    const { index } = cursor.next
    const past = { next: { at: entry.next, index: index + 1 }, sizeBytes: entry.sizeBytes }
    const step = { cursor: passed(cursor, past), done: 1 }
    const lost = async (why: ServiceError | ExtractTrouble) => {
      await stop(transaction, task)
      const named = { id: String(index), name: nameInArchive(entry) }
      return { ...step, failures: [toFailure(why, named)] }
    }
    if (received.kind === 'lost') return lost(received.why)
    if (!received.sealed) return step
    const own = inOneFolder(transaction)
    let parentId: string
    try {
      parentId = await folderFor(own, cursor.folderId, path)
    } catch (error) {
      if (!isServiceError(error)) throw error
      return lost(error)
    }
    await commitSealed(own, received.sealed, 'rename', {
      place: (transaction, file) =>
        GrowingTree.grow(transaction, parentId, newId, (tree) =>
          tree.putFile(path.slice(-1), { ...file, conflict: 'rename' }),
        ),
    })
    return step
  }

  /** Where a file takes its place; refused before anything of its upload is written. */
  async function folderFor(
    transaction: DriveTransaction,
    folderId: string,
    path: Path,
  ): Promise<string> {
    const above = path.slice(0, -1)
    const id = await GrowingTree.grow(transaction, folderId, newId, async (tree) =>
      above.length === 0 ? folderId : (await tree.makeFolder(above)).id,
    )
    await transaction.drive.locks?.require(transaction.writer, { folders: [id] })
    return id
  }

  async function giveUp(
    transaction: DriveTransaction,
    task: StepState<Extracting, ExtractCursor>,
    error: ServiceError | ExtractTrouble,
  ): Promise<Step<ExtractCursor>> {
    await stop(transaction, task)
    const { name } = intoOf(task)
    const failures = [toFailure(error, { id: task.input.archiveId, name })]
    return { cursor: task.cursor ?? NOTHING_DONE, done: 0, failures, end: 'failed' }
  }

  /** What was extracted stays, and nothing of an entry that came in part. */
  async function stop(transaction: DriveTransaction, task: State): Promise<void> {
    const { cursor } = task
    if (!cursor?.open) return
    const key = keyOf(task.id, cursor)
    kept.close(key)
    await uploads.endByKey(accessOf(transaction.drive.id, task), key, transaction)
  }
}

/** What does not become right by trying again. */
const FINAL: ReadonlySet<string> = new Set([
  'not_found',
  'permission_denied',
  'already_exists',
  'failed_precondition',
  'invalid_argument',
  'resource_exhausted',
  'data_loss',
])

function asFinal(error: unknown): ServiceError {
  if (isServiceError(error) && FINAL.has(error.error)) return error
  throw error
}

/** Of a task that ends before it has a folder. */
const NOTHING_DONE: ExtractCursor = {
  folderId: '',
  directory: { start: 0, end: 0, base: 0 },
  next: { at: 0, index: 0 },
  pastBytes: 0,
  bytes: { done: 0, total: 0 },
}

async function findLarge(
  archive: Archive,
  directory: ExtractCursor['directory'],
  at: number,
  top: string | undefined,
): Promise<Large> {
  for await (const entry of readDirectory(archive.read, directory, at)) {
    const planned = planEntry(entry)
    if (planned instanceof ExtractTrouble) throw planned
    return { entry, path: withoutTop(planned.path, top) }
  }
  throw new Error('the directory of an archive ends before its next entry')
}

/**
 * The activity of the drive has the new folder, and not each of the thousands that are in it. The changes still tell whose
 * they are, for whoever takes the folder back.
 */
function inOneFolder(transaction: DriveTransaction): DriveTransaction {
  return {
    ...transaction,
    recordChange: (event) => transaction.recordChange(event, { data: {} }),
  }
}

function requireBegun({ cursor, ...task }: State): Begun {
  if (!cursor) throw new Error('an extraction has no folder yet')
  return { ...task, cursor }
}

function intoOf({ input: { into } }: Pick<State, 'input'>): NonNullable<Extracting['into']> {
  if (!into) throw new Error('an extraction was not prepared')
  return into
}

function accessOf(driveId: string, { actorId, input }: Pick<State, 'actorId' | 'input'>): Access {
  return { ...accessOfActor(driveId, actorId, 'add'), limit: input.limit }
}

/** By which the upload of a large entry is found again, whoever goes on with the task. */
function keyOf(taskId: string, { next }: ExtractCursor): string {
  return `extract ${taskId} ${next.index}`
}
