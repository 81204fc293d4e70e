import { AsyncLocalStorage } from 'node:async_hooks'
import { ServiceError } from '@awan/protocol/errors'
import type { ConnectionProvider, DatabaseConnection } from 'kysely'

/** A connection that also runs what was built before. */
export interface LeasedConnection extends DatabaseConnection {
  runPrepared<R>(query: PreparedStatement): Promise<R[]>
}

export interface WritingConnection extends LeasedConnection {
  /** Either throws now, or undoes the transaction that it is part of. */
  postPrepared(query: PreparedStatement): void
}

export interface PreparedStatement {
  name: string
  sql: string
  parameters: readonly unknown[]
}

/** The right of one piece of work to use one connection. It ends with the work. */
export class Lease implements ConnectionProvider {
  readonly #connection: LeasedConnection
  #state: 'active' | 'ended' | 'expired' = 'active'

  constructor(connection: LeasedConnection) {
    this.#connection = connection
  }

  get isActive(): boolean {
    return this.#state === 'active'
  }

  /** The work did not end in its time: its last query may still be running. */
  get isExpired(): boolean {
    return this.#state === 'expired'
  }

  assertActive(): void {
    if (this.isActive) return
    throw new Error(
      'A database handle was used after its transaction had ended: await every query inside the transaction',
    )
  }

  async provideConnection<T>(consumer: (connection: LeasedConnection) => Promise<T>): Promise<T> {
    this.assertActive()
    return await consumer(this.#connection)
  }

  end(how: 'ended' | 'expired' = 'ended'): void {
    if (this.isActive) this.#state = how
  }
}

/** Runs work for a limited time. Whatever the work does, its handle is dead afterwards. */
export async function runLeased<T>(
  lease: Lease,
  work: () => Promise<T>,
  timeLimitMs: number,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    lease.end('expired')
    late.reject(
      new ServiceError('deadline_exceeded', {
        description: `A database transaction did not end within ${timeLimitMs} ms and was rolled back`,
      }),
    )
  }, timeLimitMs)
  try {
    return await Promise.race([currentLease.run(lease, async () => await work()), late.promise])
  } finally {
    clearTimeout(timer)
    lease.end()
  }
}

/**
 * Work that waits for other work can wait for itself: on SQLite for the one writer, on PostgreSQL
 * for the last free connection. It is refused at once instead.
 */
export function refuseNestedWork(): void {
  if (!currentLease.getStore()?.isActive) return
  throw new Error(
    'A database transaction was started inside another one: pass the handle on instead',
  )
}

/** Waits for what is under way, so that a database closes after its last caller. */
export class WorkInFlight {
  #count = 0
  #closed = false
  #idle: PromiseWithResolvers<void> | undefined

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.assertOpen()
    this.#count++
    try {
      return await work()
    } finally {
      if (--this.#count === 0) this.#idle?.resolve()
    }
  }

  /** Throws for work that may not begin here and now. */
  assertOpen(): void {
    refuseNestedWork()
    if (this.#closed)
      throw new ServiceError('unavailable', { description: 'The database is closed' })
  }

  /** Takes no more and resolves when all is done. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#count === 0) return
    this.#idle ??= Promise.withResolvers()
    await this.#idle.promise
  }
}

const currentLease = new AsyncLocalStorage<Lease>()
