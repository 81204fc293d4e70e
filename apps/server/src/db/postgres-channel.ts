import pg from 'pg'
import type { Channel, Listener } from './channel.ts'
import { cut, endClient, PostgresClient } from './postgres-client.ts'
import type { SilenceLimits, SilenceWatch } from './postgres-silence.ts'

export interface PostgresChannelParts {
  url: string
  name: string
  /** Sends one statement on any connection. */
  query(sql: string, values: unknown[]): Promise<unknown>
  watch: SilenceWatch
  timeLimits: SilenceLimits
  onProblem(problem: Error): void
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 4_000
/** Should nothing be able to say what the database does: twice the time until it is asked. */
const LOOKS_UNTIL_LOST = 2

/**
 * LISTEN and NOTIFY. A separate connection listens, and is reopened when it is lost; it is asked something now and
 * then, because a lost one hears nothing just as one where nothing happens. Messages are sent
 * outside of transactions: inside one, NOTIFY makes all commits of the database wait for each other.
 */
export class PostgresChannel implements Channel {
  readonly #parts: PostgresChannelParts
  readonly #waiting = new Set<string>()
  #client: PostgresClient | undefined
  #sending: Promise<void> | undefined
  #connecting: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #nextQuestion: NodeJS.Timeout | undefined
  #retryMs = FIRST_RETRY_MS
  #closed = false
  #closing: Promise<void> | undefined

  constructor(parts: PostgresChannelParts) {
    this.#parts = parts
  }

  listen(listener: Listener): void {
    this.#connecting = this.#connect(listener)
  }

  send(word: string): void {
    if (this.#closed) return
    this.#waiting.add(word)
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#nextQuestion)
    await this.#sending
    await this.#connecting
    if (this.#client) await endClient(this.#client)
  }

  /** What comes while others are on their way travels together. */
  async #sendAll(): Promise<void> {
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      const words = [...this.#waiting]
      this.#waiting.clear()
      try {
        await this.#parts.query('select pg_notify($1, word) from unnest($2::text[]) as word', [
          this.#parts.name,
          words,
        ])
      } catch (error) {
        this.#parts.onProblem(toError(error))
      }
    }
  }

  async #connect(listener: Listener): Promise<void> {
    const client = new PostgresClient({
      connectionString: this.#parts.url,
      connectionTimeoutMillis: this.#parts.timeLimits.connectMs,
    })
    const isLost = Promise.withResolvers<void>()
    client.on('error', () => isLost.resolve())
    client.on('end', () => isLost.resolve())
    client.on('notification', ({ payload }) => listener.hear(payload ?? ''))
    void isLost.promise.then(() => this.#lose(client, listener))
    try {
      await client.connect()
      await this.#ask(client, `listen ${pg.escapeIdentifier(this.#parts.name)}`)
      this.#client = client
      this.#askLater(client)
      this.#retryMs = FIRST_RETRY_MS
      listener.missed()
    } catch (error) {
      if (!this.#closed) this.#parts.onProblem(toError(error))
      isLost.resolve()
    }
  }

  #ask(client: PostgresClient, sql: string): Promise<unknown> {
    const { watch, timeLimits } = this.#parts
    return watch.ask(client, sql, { withinMs: LOOKS_UNTIL_LOST * timeLimits.silentMs })
  }

  #askLater(client: PostgresClient): void {
    this.#nextQuestion = setTimeout(() => {
      this.#ask(client, 'select 1').then(
        () => this.#closed || this.#askLater(client),
        () => cut(client),
      )
    }, this.#parts.timeLimits.silentMs).unref()
  }

  #lose(client: PostgresClient, listener: Listener): void {
    this.#client = undefined
    clearTimeout(this.#nextQuestion)
    cut(client)
    if (this.#closed) return
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect(listener)
    }, this.#retryMs)
    this.#retry.unref()
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
