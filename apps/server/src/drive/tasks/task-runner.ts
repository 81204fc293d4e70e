import { isServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SpareTime } from '../../kernel/spare-time.ts'
import { type Access, accessOfActor, systemAccess } from '../access/access.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import { endTask, joined, kindOf, parseFailures, runStep, toState } from './run-step.ts'
import type { TaskKinds } from './task-inputs.ts'
import { findTask, listFree, releaseTask, renewTask, saveTask, takeTask } from './tasks.store.ts'

/** Far longer than a step: who does not come back in this time is dead. */
export const LEASE_MS = 60_000
/** So often a task is taken up without coming a step further; then it is given up. */
export const MAX_ATTEMPTS = 5
/** Somebody who calls meanwhile hardly notices. */
const STEP_MS = 100
/** Tasks that one process works on at the same time. What people wait for is never behind the rest. */
const WORKERS = { people: 3, 'spare time': 2 } as const

/** The workers for tasks that people wait for, or for those that are done in spare time. */
export type WorkerPool = keyof typeof WORKERS
const WORKER_POOLS = Object.keys(WORKERS) as WorkerPool[]

export interface TaskRunnerOptions {
  db: Database
  drives: Drives
  clock: Clock
  kinds: TaskKinds
  /** When the work is done that nobody waits for; without it, at once. */
  spareTime?: SpareTime | undefined
  /** Told of what broke a step: it is tried again when the lease is over. */
  onProblem?: ((problem: unknown) => void) | undefined
  /** How often a lease is renewed while a step is prepared. */
  renewMs?: number | undefined
}

/**
 * Works on tasks that are open, of all drives. Each belongs to one process for as long as its lease
 * lasts; a step renews it in the same transaction that does the work and writes the cursor. The lease
 * is also the proof: a process that was away so long that another one took the task finds another
 * lease and does nothing.
 */
export class TaskRunner implements AsyncDisposable {
  readonly #options: TaskRunnerOptions
  readonly #workers = { people: new Set<Promise<void>>(), 'spare time': new Set<Promise<void>>() }
  readonly #spareKinds: readonly string[]
  readonly #turns = new Turns()
  #isStarted = false
  #isStopped = false
  /** How often somebody said that there is something to do. */
  #calls = 0

  constructor(options: TaskRunnerOptions) {
    this.#options = options
    this.#spareKinds = Object.entries(options.kinds).flatMap(([name, kind]) =>
      kind.inSpareTime ? [name] : [],
    )
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
  async run(pools: readonly WorkerPool[] = WORKER_POOLS): Promise<void> {
    this.#calls++
    await Promise.all(pools.map((pool) => this.#runPool(pool)))
  }

  /** Ends after the steps that are under way, and gives the tasks back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true
    // Whoever let them run is told what went wrong.
    await Promise.allSettled(WORKER_POOLS.flatMap((pool) => [...this.#workers[pool]]))
  }

  async #runPool(pool: WorkerPool): Promise<void> {
    const workers = this.#workers[pool]
    // A worker that found nothing has ended: a new task does not wait for the long ones of others.
    while (workers.size < WORKERS[pool] && !this.#isStopped) {
      const worker = this.#workOnAll(pool).finally(() => workers.delete(worker))
      workers.add(worker)
    }
    while (workers.size > 0) await Promise.all(workers)
  }

  async #workOnAll(pool: WorkerPool): Promise<void> {
    while (!this.#isStopped) {
      const calls = this.#calls
      const task = await this.#take(pool)
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
  async #take(pool: WorkerPool): Promise<TaskRow | undefined> {
    const { db, clock } = this.#options
    const now = clock.now()
    const lease = { now, until: now + LEASE_MS }
    const are = pool === 'people' ? 'not in' : 'in'
    const wanted = {
      now,
      kinds: { are, these: this.#spareKinds },
      limit: WORKERS[pool] * 4,
    } as const
    for (const free of await db.read((reader) => listFree(reader, wanted))) {
      const taken = await db.write((writer) => takeTask(writer, free, lease))
      if (taken) return taken
    }
    return undefined
  }

  async #workOn(taken: TaskRow): Promise<void> {
    const { db, spareTime } = this.#options
    const isHopeless = taken.attempts > MAX_ATTEMPTS
    const total = isHopeless ? null : (taken.total ?? (await this.#countIfLetIn(taken)))
    let task: TaskRow | undefined = taken
    while (task && task.ended_at === null) {
      if (this.#isStopped) return releaseHeld(task)
      const held: TaskRow = { ...task, total: task.total ?? total }
      const step = () => (isHopeless ? this.#giveUp(held) : this.#stepIfLetIn(held))
      const isSpare = this.#spareKinds.includes(held.kind)
      task = await (isSpare && spareTime ? spareTime.use(step) : step())
    }

    function releaseHeld(held: TaskRow): Promise<void> {
      return db.write((writer) => releaseTask(writer, held))
    }
  }

  /** Whoever began it may not be let in any more: then nobody goes on with it. */
  async #stepIfLetIn(held: TaskRow): Promise<TaskRow | undefined> {
    try {
      return await this.#step(held)
    } catch (problem) {
      if (isRefused(problem)) return this.#giveUp(held)
      throw problem
    }
  }

  async #step(held: TaskRow): Promise<TaskRow | undefined> {
    const { kinds, clock } = this.#options
    const { gather } = kindOf(kinds, held)
    const { gathered, lease } = gather
      ? await this.#keepLease(held, () => gather(held.drive_id, toState(held)))
      : { gathered: undefined, lease: held }
    return this.#change(lease, this.#accessOf(held), async (transaction, now) => {
      const row = { ...now, total: now.total ?? held.total }
      const options = { clock, withinMs: STEP_MS, gathered }
      const next = await runStep(kinds, transaction, row, options)
      return next.ended_at === null ? this.#leased(next) : next
    })
  }

  /** Renews the lease for as long as the work takes; it ends when somebody else has the task. */
  async #keepLease<T>(
    held: TaskRow,
    work: () => Promise<T>,
  ): Promise<{ gathered: T; lease: TaskRow }> {
    const { db, renewMs = LEASE_MS / 3 } = this.#options
    let lease = held
    let renewal: Promise<void> = Promise.resolve()
    const renew = async () => {
      const next = this.#leased(lease)
      const isOurs = await db.write((writer) => renewTask(writer, lease, next.leased_until))
      if (isOurs) lease = next
    }
    const timer = setInterval(() => {
      // One that fails is not the last: the step itself looks whether the task is still ours.
      renewal = renewal.then(renew).catch((problem) => this.#options.onProblem?.(problem))
    }, renewMs)
    try {
      const gathered = await work()
      clearInterval(timer)
      await renewal
      return { gathered, lease }
    } finally {
      clearInterval(timer)
    }
  }

  #giveUp(held: TaskRow): Promise<TaskRow | undefined> {
    const access = systemAccess(held.drive_id)
    return this.#change(held, access, (transaction, now) => giveUp(transaction, now))
  }

  /** Of whoever began it, as far as they are let in now. */
  #accessOf({ drive_id, actor_sub, ...task }: TaskRow): Access {
    const { right } = kindOf(this.#options.kinds, task)
    return accessOfActor(drive_id, actor_sub, right)
  }

  /** Undefined when the task is not ours any more. */
  #change(
    { drive_id, id, leased_until }: TaskRow,
    access: Access,
    work: (transaction: DriveTransaction, now: TaskRow) => Promise<TaskRow>,
  ): Promise<TaskRow | undefined> {
    return this.#turns.take(drive_id, () =>
      this.#options.drives.transact(access, async (transaction) => {
        const now = await findTask(transaction.writer, drive_id, id)
        if (now?.leased_until !== leased_until) return undefined
        const next = await work(transaction, now)
        await saveTask(transaction.writer, next)
        return next
      }),
    )
  }

  #leased(task: TaskRow): TaskRow {
    return { ...task, leased_until: this.#options.clock.now() + LEASE_MS }
  }

  async #countIfLetIn(task: TaskRow): Promise<number | null> {
    try {
      return await this.#count(task)
    } catch (problem) {
      // The first step says so too, and ends the task.
      if (isRefused(problem)) return null
      throw problem
    }
  }

  async #count(task: TaskRow): Promise<number | null> {
    const { drives, kinds } = this.#options
    const { count } = kindOf(kinds, task)
    if (!count) return null
    return drives.readLong(this.#accessOf(task), (reader, drive) =>
      count(reader, drive, toState(task)),
    )
  }
}

function isRefused(problem: unknown): boolean {
  return isServiceError(problem, 'not_found') || isServiceError(problem, 'permission_denied')
}

function giveUp(transaction: DriveTransaction, task: TaskRow): Promise<TaskRow> {
  const failure = { id: task.id, error: 'internal', description: 'the task made no progress' }
  const failures = JSON.stringify(joined(parseFailures(task), [failure]))
  return endTask(transaction, { ...task, failures }, 'failed')
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
