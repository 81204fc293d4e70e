import type { Database } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Drives, DriveTransaction } from '../drives/drives.ts'
import { endTask, joined, kindOf, parseFailures, runStep, toState } from './run-step.ts'
import type { TaskKinds } from './task-inputs.ts'
import { findTask, listFree, releaseTask, saveTask, takeTask } from './tasks.store.ts'

/** Far longer than a step: who does not come back in this time is dead. */
export const LEASE_MS = 60_000
/** So often a task is taken up without coming a step further; then it is given up. */
export const MAX_ATTEMPTS = 5
/** Tasks that one process works on at the same time. */
const WORKERS = 3

export interface TaskRunnerOptions {
  db: Database
  drives: Drives
  clock: Clock
  kinds: TaskKinds
  /** Told of what broke a step: it is tried again when the lease is over. */
  onProblem?: ((problem: unknown) => void) | undefined
}

/**
 * Works on tasks that are open, of all drives. Each belongs to one process for as long as its lease
 * lasts; a step renews it in the same transaction that does the work and writes the cursor. The lease
 * is also the proof: a process that was away so long that another one took the task finds another
 * lease and does nothing.
 */
export class TaskRunner implements AsyncDisposable {
  readonly #options: TaskRunnerOptions
  readonly #workers = new Set<Promise<void>>()
  readonly #turns = new Turns()
  #isStarted = false
  #isStopped = false
  /** How often somebody said that there is something to do. */
  #calls = 0

  constructor(options: TaskRunnerOptions) {
    this.#options = options
  }

  /** From now on a new task is worked on at once. */
  start(): void {
    this.#isStarted = true
  }

  readonly wake = (): void => {
    if (!this.#isStarted || this.#isStopped) return
    this.run().catch((problem) => this.#options.onProblem?.(problem))
  }

  /** Works until there is nothing left to take. */
  async run(): Promise<void> {
    this.#calls++
    // A worker that found nothing has ended: a new task does not wait for the long ones of others.
    while (this.#workers.size < WORKERS && !this.#isStopped) this.#startWorker()
    while (this.#workers.size > 0) await Promise.all(this.#workers)
  }

  /** Ends after the steps that are under way, and gives the tasks back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    // Whoever let them run is told what went wrong.
    await Promise.allSettled(this.#workers)
  }

  #startWorker(): void {
    const worker = this.#workOnAll().finally(() => this.#workers.delete(worker))
    this.#workers.add(worker)
  }

  async #workOnAll(): Promise<void> {
    while (!this.#isStopped) {
      const calls = this.#calls
      const task = await this.#take()
      if (!task) {
        // Somebody may have called after we had looked.
        if (calls === this.#calls) return
        continue
      }
      try {
        await this.#workOn(task)
      } catch (problem) {
        this.#options.onProblem?.(problem)
      }
    }
  }

  /** Only looks, as long as there is nothing: it is asked for often. */
  async #take(): Promise<TaskRow | undefined> {
    const { db, clock } = this.#options
    const now = clock.now()
    const lease = { now, until: now + LEASE_MS }
    for (const free of await db.read((reader) => listFree(reader, now, WORKERS * 4))) {
      const taken = await db.write((writer) => takeTask(writer, free, lease))
      if (taken) return taken
    }
    return undefined
  }

  async #workOn(taken: TaskRow): Promise<void> {
    const { db, drives, kinds } = this.#options
    const isHopeless = taken.attempts > MAX_ATTEMPTS
    const total = isHopeless ? null : (taken.total ?? (await this.#count(taken)))
    let task: TaskRow | undefined = taken
    while (task && task.ended_at === null) {
      if (this.#isStopped) return releaseHeld(task)
      const held: TaskRow = task
      const gathered = isHopeless
        ? undefined
        : await kindOf(kinds, held).gather?.(held.drive_id, toState(held))
      task = await this.#turns.take(held.drive_id, () =>
        drives.transact(held.drive_id, held.actor_sub, async (transaction) => {
          const now = await findTask(transaction.writer, held.drive_id, held.id)
          if (now?.leased_until !== held.leased_until) return undefined
          const next = isHopeless
            ? giveUp(transaction, now)
            : await runStep(kinds, transaction, { ...now, total }, gathered)
          const saved = next.ended_at === null ? this.#leased(next) : next
          await saveTask(transaction.writer, saved)
          return saved
        }),
      )
    }

    function releaseHeld(held: TaskRow): Promise<void> {
      return db.write((writer) => releaseTask(writer, held))
    }
  }

  #leased(task: TaskRow): TaskRow {
    return { ...task, leased_until: this.#options.clock.now() + LEASE_MS }
  }

  #count(task: TaskRow): Promise<number> {
    const { db, kinds } = this.#options
    const kind = kindOf(kinds, task)
    return db.readLong((reader) => kind.count(reader, task.drive_id, toState(task)))
  }
}

function giveUp({ now }: DriveTransaction, task: TaskRow): TaskRow {
  const failure = { id: task.id, error: 'internal', description: 'the work did not come further' }
  const failures = JSON.stringify(joined(parseFailures(task), [failure]))
  return endTask({ ...task, failures }, 'failed', now)
}

/**
 * The steps of one drive, one after the other. All of them want its one lock, on PostgreSQL each with a
 * connection in its hand: who calls meanwhile would wait for as many steps as there are workers, and be
 * told that its time is over.
 */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(driveId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(driveId)
    const own = before ? before.then(work, work) : work()
    this.#last.set(driveId, own)
    try {
      return await own
    } finally {
      if (this.#last.get(driveId) === own) this.#last.delete(driveId)
    }
  }
}
