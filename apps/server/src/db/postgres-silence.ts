import { ServiceError } from '@awan/protocol/errors'
import type pg from 'pg'
import { cut, PostgresClient, socketOf } from './postgres-client.ts'

export interface SilenceLimits {
  /** After so long without an answer, or a byte of it, the database is asked whether it is at work on it. */
  silentMs: number
  connectMs: number
}

export interface AskOptions {
  /** An answer that takes longer counts as none; without it the work around the query has a limit. */
  withinMs?: number
}

/**
 * Finds connections on which the database will never answer. When a host is lost, or a firewall forgets a
 * connection, nobody says so: the socket stays open, and a query on it waits for minutes. A deadline alone cannot
 * tell it from a query that takes its time. So a new connection asks the database what it does for the silent one.
 * Where it knows nothing of that one, or has answered it long ago, the silent one is closed on both sides, and its
 * queries fail with ETIMEDOUT. A query at which the database is at work, or that waits for a lock, goes on.
 */
export class SilenceWatch {
  readonly #url: string
  readonly #limits: SilenceLimits
  readonly #onSilent: (since: number) => void
  readonly #lines = new WeakMap<PostgresClient, Line>()
  readonly #waiting = new Map<PostgresClient, Line>()
  #timer: NodeJS.Timeout | undefined
  #inquirer: PostgresClient | undefined

  /** `onSilent` is told since when a connection has heard nothing: others may be silent since then, too. */
  constructor(url: string, limits: SilenceLimits, onSilent: (since: number) => void = () => {}) {
    this.#url = url
    this.#limits = limits
    this.#onSilent = onSilent
  }

  /** Sends a query and waits for its answer: each query of this process goes this way. */
  async ask<R extends pg.QueryResultRow>(
    client: PostgresClient,
    query: string | pg.QueryConfig,
    { withinMs = Number.POSITIVE_INFINITY }: AskOptions = {},
  ): Promise<pg.QueryResult<R>> {
    const line = this.#lineOf(client)
    const now = performance.now()
    line.answerBy = now + withinMs
    if (line.unanswered++ === 0) {
      line.heardAt = now
      line.bytesRead = socketOf(client).bytesRead
      this.#waiting.set(client, line)
      this.#lookLater()
    }
    try {
      return await client.query<R>(query)
    } finally {
      line.heardAt = performance.now()
      if (--line.unanswered === 0) this.#waiting.delete(client)
    }
  }

  /** When the connection was last asked or heard. */
  heardAt(client: PostgresClient): number {
    return this.#lines.get(client)?.heardAt ?? 0
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#inquirer) cut(this.#inquirer)
  }

  #lineOf(client: PostgresClient): Line {
    const known = this.#lines.get(client)
    if (known) return known
    const line = { unanswered: 0, heardAt: 0, bytesRead: 0, answerBy: 0 }
    this.#lines.set(client, line)
    return line
  }

  #lookLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#look()
      if (this.#waiting.size > 0) this.#lookLater()
    }, this.#limits.silentMs / LOOKS).unref()
  }

  #look(): void {
    const now = performance.now()
    const silent: PostgresClient[] = []
    for (const [client, line] of this.#waiting) {
      const { bytesRead } = socketOf(client)
      if (bytesRead !== line.bytesRead) Object.assign(line, { bytesRead, heardAt: now })
      if (now > line.answerBy) cut(client, tookTooLong())
      else if (now - line.heardAt >= this.#limits.silentMs) silent.push(client)
    }
    // While the database cannot be reached, or cannot tell, nothing is known: the next look asks again.
    if (silent.length > 0 && !this.#inquirer) this.#judge(silent).catch(() => undefined)
  }

  /** Ends what the database still does for a connection that was closed: nobody needs the locks of it any more. */
  async terminate({ name }: PostgresClient): Promise<void> {
    const inquirer = this.#createInquirer()
    try {
      await inquirer.connect()
      await inquirer.query(TERMINATE, [name])
    } catch {
      // It ends by its own limits.
    } finally {
      cut(inquirer)
    }
  }

  #createInquirer(): PostgresClient {
    const { connectMs } = this.#limits
    return new PostgresClient({
      connectionString: this.#url,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
    })
  }

  async #judge(silent: readonly PostgresClient[]): Promise<void> {
    const inquirer = this.#createInquirer()
    this.#inquirer = inquirer
    try {
      await inquirer.connect()
      const { rows } = await inquirer.query<{ name: string; pid: number; is_busy: boolean }>(
        ACTIVITY,
        [[inquirer, ...silent].map(({ name }) => name), this.#limits.silentMs / LOOKS],
      )
      const found = new Map(rows.map((row) => [row.name, row]))
      // Something between us and the database does not pass names on.
      if (!found.has(inquirer.name)) return
      const left: number[] = []
      for (const client of silent) {
        const process = found.get(client.name)
        if (this.#hasSpoken(client)) continue
        if (process?.is_busy) this.#lineOf(client).heardAt = performance.now()
        else this.#giveUp(client)
        if (process && !process.is_busy) left.push(process.pid)
      }
      // What such a process holds locked, everybody else would wait for.
      if (left.length > 0)
        await inquirer.query('select pg_terminate_backend(unnest($1::int[]))', [left])
    } finally {
      this.#inquirer = undefined
      cut(inquirer)
    }
  }

  #hasSpoken(client: PostgresClient): boolean {
    const line = this.#waiting.get(client)
    if (!line || line.bytesRead !== socketOf(client).bytesRead) return true
    return performance.now() - line.heardAt < this.#limits.silentMs
  }

  #giveUp(client: PostgresClient): void {
    this.#onSilent(this.heardAt(client))
    cut(client, hasGoneSilent())
  }
}

interface Line {
  unanswered: number
  heardAt: number
  bytesRead: number
  answerBy: number
}

/** So often within the time that makes silence. */
const LOOKS = 3

/**
 * What waits for the client is not at work: its answer does not get through. A state that has just begun may be on
 * its way.
 */
const ACTIVITY = `
  select application_name as name, pid,
         coalesce(state, 'active') not like 'idle%' and wait_event is distinct from 'ClientWrite'
           or state_change > clock_timestamp() - $2 * interval '1 millisecond' as is_busy
    from pg_stat_activity
   where application_name = any($1::text[])`

const TERMINATE =
  'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1'

function hasGoneSilent(): Error {
  return Object.assign(new Error('The database no longer answers on this connection'), {
    code: 'ETIMEDOUT',
  })
}

function tookTooLong(): Error {
  return new ServiceError('unavailable', {
    description: 'The database did not answer in time',
  })
}
