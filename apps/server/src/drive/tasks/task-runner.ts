import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Database, Reader } from '../../db/database.ts'
import type { TaskRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { OneByOne } from '../../kernel/one-by-one.ts'
import type { SpareTime } from '../../kernel/spare-time.ts'
import { outsideCalls } from '../../kernel/stall-watch.ts'
import { type Access, accessOfActor, systemAccess } from '../access/access.ts'
import { parseActorId, toAskerId } from '../access/actor.ts'
import type { Drives, DriveTransaction, TransactOptions } from '../access/drives.ts'
import { isLocked } from '../access/locks.ts'
import { isOfNodeRoom } from '../nodes/node-room.ts'
import { FairShare } from './fair-share.ts'
import { endTask, joined, kindOf, parseFailures, runStep, toState } from './run-step.ts'
import type { LimitedCall, LockHolder, TaskKinds } from './task-inputs.ts'
import { type Failure, toFailure } from './task-kind.ts'
import { findTask, listFree, releaseTask, renewTask, saveTask, takeTask } from './tasks.store.ts'

/** Far longer than a step: who does not come back in this time is dead. */
export const LEASE_MS = 60_000
/** So often a task is taken up without coming a step further; then it is given up. */
export const MAX_ATTEMPTS = 5
/** What a task says that was begun by somebody who is frozen, leaving or gone. */
export const NOT_ACTIVE = 'the account that began this task is not active: the rest was not done'
/** Somebody who calls meanwhile hardly notices. */
const STEP_MS = 100
/** After so long a task goes back, so that others have their turn. */
const TURN_MS = 2_000
/** Tasks that one process works on at the same time. What people wait for is never behind the rest. */
const WORKERS = { people: 3, network: 6, 'spare time': 2 } as const
/**
 * So many of them work for one person, or for all who came by one link: neither a slow server nor contents that take long to copy or to unpack keep everybody
 * else waiting.
 */
const WORKERS_EACH = 2

/** The workers for tasks that people wait for, that wait for other servers, or that are done in spare time. */
export type WorkerPool = keyof typeof WORKERS
const WORKER_POOLS = Object.keys(WORKERS) as WorkerPool[]

/** By which the task is ours: the latest one, also where the work ends otherwise than it should. */
interface OwnLease {
  lease: TaskRow
}

export interface TaskRunnerOptions {
  db: Database
  drives: Drives
  people: Pick<PeopleDirectory, 'isActive'>
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
  readonly #workers: Record<WorkerPool, Set<Promise<void>>> = {
    people: new Set(),
    network: new Set(),
    'spare time': new Set(),
  }
  /** The kinds that are not done by the workers for people. */
  readonly #kindsOf: Record<Exclude<WorkerPool, 'people'>, readonly string[]>
  readonly #shares: Record<WorkerPool, FairShare> = {
    people: new FairShare(WORKERS_EACH),
    network: new FairShare(WORKERS_EACH),
    'spare time': new FairShare(),
  }
  /**
   * The steps of one drive. All of them want its one lock, on PostgreSQL each with a connection in its hand: who
   * calls meanwhile would wait for as many steps as there are workers, and be told that its time is over.
   */
  readonly #turns = new OneByOne()
  #isStarted = false
  #isStopped = false
  /** How often somebody said that there is something to do. */
  #calls = 0

  constructor(options: TaskRunnerOptions) {
    this.#options = options
    const inPool = (pool: WorkerPool) =>
      Object.entries(options.kinds).flatMap(([name, kind]) => (kind.pool === pool ? [name] : []))
    this.#kindsOf = { network: inPool('network'), 'spare time': inPool('spare time') }
  }

  /** From now on a new task is worked on at once. */
  start(): void {
    this.#isStarted = true
  }

  readonly wake = (): void => {
    if (!this.#isStarted || this.#isStopped) return
    // Whoever wakes it is not the one that all of this is done for.
    outsideCalls(() => this.run()).catch((problem) => this.#options.onProblem?.(problem))
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
      } finally {
        this.#shares[pool].leave(askerOf(task))
      }
    }
  }

  /** Only looks, as long as there is nothing: it is asked for often. */
  async #take(pool: WorkerPool): Promise<TaskRow | undefined> {
    const { db, clock } = this.#options
    const now = clock.now()
    const lease = { now, until: now + LEASE_MS }
    const { network, 'spare time': spare } = this.#kindsOf
    const kinds =
      pool === 'people'
        ? ({ are: 'not in', these: [...network, ...spare] } as const)
        : ({ are: 'in', these: this.#kindsOf[pool] } as const)
    const share = this.#shares[pool]
    for (;;) {
      const exceptAskers = share.full
      const wanted = { now, kinds, exceptAskers, limit: WORKERS[pool] * 4 }
      for (const free of await db.read((reader) => listFree(reader, wanted))) {
        const taken = await this.#takeShare(pool, askerOf(free), () =>
          db.write((writer) => takeTask(writer, free, lease)),
        )
        if (taken) return taken
      }
      // All of them may be of one who got enough of the other workers meanwhile: others wait behind.
      if (share.full.every((asker) => exceptAskers.includes(asker))) return undefined
    }
  }

  /** Keeps the share of whoever began it, if it was taken. */
  async #takeShare(
    pool: WorkerPool,
    askerId: string,
    take: () => Promise<TaskRow | undefined>,
  ): Promise<TaskRow | undefined> {
    const share = this.#shares[pool]
    if (!share.join(askerId)) return undefined
    let taken: TaskRow | undefined
    try {
      taken = await take()
      return taken
    } finally {
      if (!taken) share.leave(askerId)
    }
  }

  async #workOn(taken: TaskRow): Promise<void> {
    const { db, clock, spareTime } = this.#options
    const isHopeless = taken.attempts > MAX_ATTEMPTS
    const total = isHopeless ? null : (taken.total ?? (await this.#countIfLetIn(taken)))
    // A connection to another server is kept, and would be lost with its worker.
    const turnMs = this.#kindsOf.network.includes(taken.kind) ? Number.POSITIVE_INFINITY : TURN_MS
    const until = clock.now() + turnMs
    let task: TaskRow | undefined = taken
    while (task && task.ended_at === null) {
      if (this.#isStopped) return release(task, 0)
      if (clock.now() > until) return release(task, clock.now())
      const held: TaskRow = { ...task, total: task.total ?? total }
      const step = () =>
        isHopeless ? this.#giveUp(held, noProgress(held)) : this.#stepIfLetIn(held)
      const isSpare = this.#kindsOf['spare time'].includes(held.kind)
      task = await (isSpare && spareTime ? spareTime.use(step) : step())
    }

    function release(held: TaskRow, since: number): Promise<void> {
      return db.write((writer) => releaseTask(writer, held, since))
    }
  }

  /** Whoever began it may not be let in any more: then nobody goes on with it. */
  async #stepIfLetIn(held: TaskRow): Promise<TaskRow | undefined> {
    const own = { lease: held }
    try {
      return await this.#step(held, own)
    } catch (problem) {
      if (isRefused(problem)) return this.#giveUp(own.lease, toFailure(held.id, problem))
      throw problem
    }
  }

  async #step(held: TaskRow, own: OwnLease): Promise<TaskRow | undefined> {
    const { db, kinds, clock } = this.#options
    const { gather, onUnused } = kindOf(kinds, held)
    // Before anything is prepared, for that may change another drive, and again when it is written.
    if (gather) await db.read((reader) => this.#requireActive(reader, held))
    const gathered =
      gather && (await this.#keepLease(own, () => gather(held.drive_id, toState(held))))
    const onUndone = async () => {
      if (gather) await onUnused?.(gathered)
    }
    const work = async (transaction: DriveTransaction, now: TaskRow) => {
      await this.#requireActive(transaction.writer, held)
      const row = { ...now, total: now.total ?? held.total }
      const options = { clock, withinMs: STEP_MS, gathered }
      const next = await runStep(kinds, transaction, row, options)
      return next.ended_at === null ? this.#leased(next) : next
    }
    const next = await this.#change(own.lease, this.#accessOf(held), work, { onUndone })
    if (!next) await onUndone()
    return next
  }

  /** Renews the lease for as long as the work takes; it ends when somebody else has the task. */
  async #keepLease<T>(own: OwnLease, work: () => Promise<T>): Promise<T> {
    const { db, renewMs = LEASE_MS / 3 } = this.#options
    let renewal: Promise<void> = Promise.resolve()
    const renew = async () => {
      const { lease } = own
      const next = this.#leased(lease)
      const isOurs = await db.write((writer) => renewTask(writer, lease, next.leased_until))
      if (isOurs) own.lease = next
    }
    const timer = setInterval(() => {
      // One that fails is not the last: the step itself looks whether the task is still ours.
      renewal = renewal.then(renew).catch((problem) => this.#options.onProblem?.(problem))
    }, renewMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await renewal
    }
  }

  #giveUp(held: TaskRow, why: Failure): Promise<TaskRow | undefined> {
    const access = systemAccess(held.drive_id)
    return this.#change(held, access, async (transaction, now) => {
      const failures = JSON.stringify(joined(parseFailures(now), [why]))
      await kindOf(this.#options.kinds, now).onStopped?.(transaction, toState(now))
      return endTask(transaction, { ...now, failures }, 'failed')
    })
  }

  /** A call of theirs would be refused. Visitors of links and the server itself have no account. */
  async #requireActive(reader: Reader, { actor_sub }: TaskRow): Promise<void> {
    const actor = parseActorId(actor_sub)
    if (actor.kind !== 'person' || (await this.#options.people.isActive(reader, actor.sub))) return
    throw new ServiceError('permission_denied', { description: NOT_ACTIVE })
  }

  /** Of whoever began it, as far as they are let in now. */
  #accessOf({ drive_id, actor_sub, input, ...task }: TaskRow): Access {
    const { right } = kindOf(this.#options.kinds, task)
    const { lockTokens, limit } = JSON.parse(input) as LockHolder & LimitedCall
    return { ...accessOfActor(drive_id, actor_sub, right), lockTokens, limit }
  }

  /** Undefined when the task is not ours any more. */
  #change(
    { drive_id, id, leased_until }: TaskRow,
    access: Access,
    work: (transaction: DriveTransaction, now: TaskRow) => Promise<TaskRow>,
    options?: TransactOptions,
  ): Promise<TaskRow | undefined> {
    return this.#turns.take(drive_id, () =>
      this.#options.drives.transact(
        access,
        async (transaction) => {
          const now = await findTask(transaction.writer, drive_id, id)
          if (now?.leased_until !== leased_until) return undefined
          const next = await work(transaction, now)
          await saveTask(transaction.writer, next)
          return next
        },
        options,
      ),
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
    const { db, drives, kinds } = this.#options
    const { count } = kindOf(kinds, task)
    if (!count) return null
    await db.read((reader) => this.#requireActive(reader, task))
    return drives.readLong(this.#accessOf(task), (reader, drive) =>
      count(reader, drive, toState(task)),
    )
  }
}

function askerOf({ actor_sub }: Pick<TaskRow, 'actor_sub'>): string {
  return toAskerId(parseActorId(actor_sub))
}

function isRefused(problem: unknown): problem is ServiceError {
  return (
    isServiceError(problem, 'not_found') ||
    isServiceError(problem, 'permission_denied') ||
    // A drive that has no place for another file has none in a minute either.
    isOfNodeRoom(problem) ||
    // Somebody has locked what the task was to change: to try again at once helps nobody.
    isLocked(problem)
  )
}

function noProgress({ id }: TaskRow): Failure {
  return { id, error: 'internal', description: 'the task made no progress' }
}
