import { BLOCK_BYTES } from '@awan/protocol'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import { type Access, accessOfActor } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'
import type { Archives } from '../archives/archives.ts'
import { checkPlace } from '../nodes/place-node.ts'
import { roomOf } from '../quota/quota.ts'
import { isAtWork } from '../tasks/require-task.ts'
import type { Compressing } from '../tasks/task-inputs.ts'
import { type StepState, type TaskKind, type TaskState, toFailure } from '../tasks/task-kind.ts'
import { storedBytes } from '../uploads/block-ranges.ts'
import { commitSealed, type SealedUpload } from '../uploads/commit-upload.ts'
import type { Uploads } from '../uploads/uploads.ts'

export interface CompressParts {
  uploads: Pick<Uploads, 'create' | 'receive' | 'seal' | 'endByKey'>
  archives: Pick<Archives, 'open'>
  /** How long a step is prepared. */
  partMs?: number
}

interface Cursor {
  /** What a task tells of its progress. */
  bytes: { done: number; total: number }
}

/** How far the file came, or why it does not come. */
type Part = { stored: number; sealed?: SealedUpload | undefined } | { refused: ServiceError }

type State = TaskState<Compressing, Cursor>

const PART_MS = 1_000

/**
 * A ZIP file in the drive. Its bytes are those of the archive that a download of the same files gives: known before the first
 * one is read, so that an upload of this size receives them, a second's worth before each step, and a killed task goes on
 * where its upload is.
 */
export function compressFiles({
  uploads,
  archives,
  partMs = PART_MS,
}: CompressParts): TaskKind<Compressing, Cursor, Part> {
  return {
    right: 'add',

    async prepare(transaction, input) {
      const { drive, writer } = transaction
      const { folder } = await openTarget(writer, drive, input.parentId, 'add')
      const { name, conflict } = input
      await checkPlace(transaction, { parentId: folder.id, name, conflict })
      if (input.sizeBytes > roomOf(drive)) {
        throw new ServiceError('resource_exhausted', {
          description: 'the quota of the drive has no room for the ZIP file',
        })
      }
      return { ...input, parentId: folder.id }
    },

    count: async () => 1,

    async gather(driveId, task) {
      const access = accessOf(driveId, task)
      try {
        return await receivePart(access, task)
      } catch (error) {
        if (isServiceError(error) && FINAL.has(error.error)) return { refused: error }
        throw error
      }
    },

    async step(transaction, task, part) {
      if (!part) return { cursor: toCursor(task, 0), done: 0 }
      if ('refused' in part) return giveUp(transaction, task, part.refused)
      const { stored, sealed } = part
      const cursor = toCursor(task, stored)
      try {
        await openTarget(transaction.writer, transaction.drive, task.input.parentId, 'add')
        if (!sealed) return { cursor, done: 0, ...(stored === task.input.sizeBytes && ENDED) }
        const { parentId, name, conflict } = task.input
        await checkPlace(transaction, { parentId, name, conflict })
      } catch (error) {
        if (!isServiceError(error) || !FINAL.has(error.error)) throw error
        return giveUp(transaction, task, error)
      }
      await commitSealed(transaction, sealed, task.input.conflict)
      return { cursor, ...ENDED }
    },

    onStopped: stop,
  }

  async function receivePart(access: Access, task: State): Promise<Part> {
    const { archiveId, name, parentId, sizeBytes } = task.input
    const file = { parentId, name, sizeBytes, mimeType: 'application/zip', modifiedAt: undefined }
    const check = async (reader: Reader) => {
      if (await isAtWork(reader, { driveId: access.driveId, id: task.id })) return
      throw new ServiceError('not_found', { description: 'the task is over' })
    }
    const upload = await uploads.create(
      access,
      { ...file, blockHashes: undefined, check },
      uploadKey(task),
    )
    let stored = storedBytes(upload)
    if (stored < sizeBytes) {
      const content = await archives.open({ ...access, right: 'view' }, archiveId)
      const unitBytes = upload.blocks_per_put * BLOCK_BYTES
      const startedAt = performance.now()
      do {
        const end = Math.min(stored + unitBytes, sizeBytes)
        await uploads.receive(access, upload.id, {
          first: stored / BLOCK_BYTES,
          bytes: await content.read({ start: stored, end: end - 1 }),
          sizeBytes: end - stored,
          hashes: undefined,
        })
        stored = end
      } while (stored < sizeBytes && performance.now() - startedAt < partMs)
    }
    if (stored < sizeBytes) return { stored }
    const sealed = await uploads.seal(access, upload.id)
    return { stored, sealed: 'rights' in sealed ? undefined : sealed }
  }

  async function giveUp(
    transaction: DriveTransaction,
    task: StepState<Compressing, Cursor>,
    error: ServiceError,
  ) {
    await stop(transaction, task)
    const failures = [{ ...toFailure(task.input.parentId, error), name: task.input.name }]
    return { cursor: task.cursor ?? toCursor(task, 0), done: 0, failures, end: 'failed' as const }
  }

  async function stop(transaction: DriveTransaction, task: State): Promise<void> {
    const access = accessOf(transaction.drive.id, task)
    await uploads.endByKey(access, uploadKey(task), transaction)
  }
}

const ENDED = { done: 1, end: 'complete' } as const

/** What does not become right by trying again. */
const FINAL: ReadonlySet<string> = new Set([
  'not_found',
  'permission_denied',
  'already_exists',
  'failed_precondition',
  'invalid_argument',
  'resource_exhausted',
])

function toCursor({ input }: Pick<State, 'input'>, stored: number): Cursor {
  return { bytes: { done: stored, total: input.sizeBytes } }
}

function accessOf(driveId: string, { actorId }: Pick<State, 'actorId'>): Access {
  return accessOfActor(driveId, actorId, 'add')
}

/** By which the upload is found again, whoever goes on with the task. */
function uploadKey({ id }: Pick<State, 'id'>): string {
  return `compress ${id}`
}
