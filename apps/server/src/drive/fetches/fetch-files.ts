import type { FetchProblem } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import { accessOfActor } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { openTarget } from '../access/open-node.ts'
import { checkPlace } from '../nodes/place-node.ts'
import { roomOf } from '../quota/quota.ts'
import { isAtWork } from '../tasks/require-task.ts'
import type { Fetching } from '../tasks/task-inputs.ts'
import {
  type Failure,
  type StepState,
  type TaskKind,
  type TaskState,
  toFailure as toTaskFailure,
} from '../tasks/task-kind.ts'
import { commitSealed } from '../uploads/commit-upload.ts'
import type { Uploads } from '../uploads/uploads.ts'
import {
  downloadKey,
  type FetchCursor,
  type OpenFetch,
  openFetches,
  toCursor,
  toOpen,
  uploadKey,
} from './fetch-cursor.ts'
import { fetchPart, type PartOutcome, type PartParts } from './fetch-part.ts'
import { toFailure } from './fetch-trouble.ts'
import { fetchedName } from './fetched-name.ts'
import type { FileFacts } from './file-facts.ts'

export type FetchParts = PartParts & {
  uploads: PartParts['uploads'] & Pick<Uploads, 'endByKey'>
  /** How long a step is prepared. */
  partMs: number
}

type State = TaskState<Fetching, FetchCursor>
type Looked = { each: OpenFetch; outcome: PartOutcome }

/** So often a connection may break without progress: of a file of which nothing is known, and of one that has begun. */
const TRIES = { unknown: 3, begun: 8 }
const ROUNDS = 5

/**
 * Files of other servers. While a step is prepared a part of several of them is received, durable before the cursor
 * speaks of it; the step itself makes files of those that are whole.
 */
export function fetchFiles(parts: FetchParts): TaskKind<Fetching, FetchCursor, Looked[]> {
  const { uploads, downloads } = parts
  return {
    right: 'add',
    pool: 'network',

    async prepare({ drive, writer }, input) {
      const { folder } = await openTarget(writer, drive, input.parentId, 'add')
      return { ...input, parentId: folder.id }
    },

    count: async (_reader, _drive, { input }) => input.urls.length,

    async gather(driveId, task) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      let isOver = false
      void over.then(() => {
        isOver = true
      })
      const timer = setTimeout(end, parts.partMs)
      const { parentId, urls } = task.input
      const shared = {
        taskId: task.id,
        parentId,
        access: accessOf(driveId, task),
        check: async (reader: Reader) => {
          if (!(await isAtWork(reader, { driveId, id: task.id }))) {
            throw new ServiceError('not_found', { description: 'the task is over' })
          }
        },
        over,
        isOver: () => isOver,
      }
      try {
        return await Promise.all(
          openFetches(task.cursor, task.input).map(async (each) => {
            const url = urls[each.index] ?? ''
            const outcome = await fetchPart(parts, { ...shared, url }, each)
            // What is done makes room for the next.
            if (outcome.kind !== 'coming') end()
            return { each, outcome }
          }),
        )
      } finally {
        clearTimeout(timer)
        end()
      }
    },

    async step(transaction, task, looked = []) {
      try {
        const { drive, writer } = transaction
        await openTarget(writer, drive, task.input.parentId, 'add')
      } catch (error) {
        // The folder is in the trash. Anything else ends the task as it ends every other.
        if (!isServiceError(error, 'failed_precondition')) throw error
        return giveUp(transaction, task, error)
      }
      return take(transaction, task, looked)
    },

    onStopped: (transaction, task) => stop(transaction, task),
  }

  async function take(
    transaction: DriveTransaction,
    task: StepState<Fetching, FetchCursor>,
    looked: readonly Looked[],
  ) {
    const open: OpenFetch[] = []
    const failures: Failure[] = []
    let done = 0
    let addedBytes = 0
    for (const { each, outcome } of looked) {
      const next = await takeOne(transaction, task, each, outcome)
      if (typeof next === 'object') {
        open.push(next)
        continue
      }
      done += 1
      if (typeof next === 'number') addedBytes += next
      else {
        await end(transaction, task, each)
        const facts = outcome.kind === 'answered' ? outcome.facts : each.facts
        failures.push(failureOf(task, { ...each, facts }, next))
      }
    }
    const seen = looked.map(({ each }) => each)
    const cursor = toCursor(task.input, task.cursor, { open, addedBytes }, seen)
    const isOver = open.length === 0 && cursor.next >= task.input.urls.length
    return { cursor, done, failures, ...(isOver && ({ end: 'complete' } as const)) }
  }

  /** How it goes on, how many bytes it had, or why it does not come. */
  async function takeOne(
    transaction: DriveTransaction,
    task: StepState<Fetching, FetchCursor>,
    each: OpenFetch,
    outcome: PartOutcome,
  ): Promise<OpenFetch | number | FetchProblem> {
    switch (outcome.kind) {
      case 'answered': {
        const { facts } = outcome
        const size = facts.sizeBytes ?? 0
        if (parts.maxBytes !== undefined && size > parts.maxBytes) return 'too_large'
        return size > roomOf(transaction.drive) ? 'no_room' : { ...each, facts }
      }
      case 'coming': {
        const { received, stored } = outcome
        return { ...each, received, stored, tries: stored > each.stored ? 0 : each.tries }
      }
      case 'whole': {
        const { parentId, conflict } = task.input
        const name = each.facts?.name ?? ''
        try {
          if (outcome.sealed) await checkPlace(transaction, { parentId, name, conflict })
        } catch (error) {
          if (isServiceError(error, 'already_exists')) return 'name_taken'
          if (isServiceError(error, 'permission_denied')) return 'name_taken'
          throw error
        }
        if (outcome.sealed) await commitSealed(transaction, outcome.sealed, conflict)
        return outcome.sizeBytes
      }
      case 'trouble': {
        const { trouble, stored } = outcome
        if (trouble.remedy === 'none') return trouble.problem
        if (trouble.remedy === 'anew') {
          await end(transaction, task, each)
          return each.round + 1 < ROUNDS ? toOpen(each.index, each.round + 1) : 'broken'
        }
        const tries = stored > each.stored ? 1 : each.tries + 1
        const most = each.received > 0 || stored > 0 ? TRIES.begun : TRIES.unknown
        return tries < most ? { ...each, tries, stored, received: stored } : trouble.problem
      }
    }
  }

  async function giveUp(
    transaction: DriveTransaction,
    task: StepState<Fetching, FetchCursor>,
    error: ServiceError,
  ) {
    await stop(transaction, task)
    const cursor = task.cursor ?? toCursor(task.input, undefined, { open: [], addedBytes: 0 }, [])
    const failures = [toTaskFailure(task.input.parentId, error)]
    return { cursor, done: 0, failures, end: 'failed' as const }
  }

  async function stop(transaction: DriveTransaction, task: State): Promise<void> {
    for (const each of task.cursor?.open ?? []) await end(transaction, task, each)
    downloads.closeAll(`${task.id} `)
  }

  /** What was received of it. */
  async function end(transaction: DriveTransaction, task: State, each: OpenFetch): Promise<void> {
    downloads.close(downloadKey(task.id, each))
    const access = accessOf(transaction.drive.id, task)
    if (each.facts) await uploads.endByKey(access, uploadKey(task.id, each), transaction)
  }
}

function accessOf(driveId: string, { actorId }: Pick<State, 'actorId'>) {
  return accessOfActor(driveId, actorId, 'add')
}

function failureOf(
  { input }: Pick<State, 'input'>,
  each: { index: number; facts: FileFacts | undefined },
  why: FetchProblem,
): Failure {
  const { index, facts } = each
  const url = URL.parse(input.urls[index] ?? '')
  // Where no server has named it, its address does.
  const name = facts?.name ?? (url ? fetchedName(undefined, url) : undefined)
  return toFailure(why, { index, host: url?.host ?? '', name })
}
