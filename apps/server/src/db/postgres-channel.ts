import pg from 'pg'
import type { Channel, Listener } from './channel.ts'

export interface PostgresChannelParts {
  url: string
  name: string
  /** Sends one statement on any connection. */
  query(sql: string, values: unknown[]): Promise<unknown>
  onProblem(problem: Error): void
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * LISTEN and NOTIFY. A separate connection listens, and is reopened when it is lost. Messages are sent
 * outside of transactions: inside one, NOTIFY makes all commits of the database wait for each other.
 */
export class PostgresChannel implements Channel {
  readonly #parts: PostgresChannelParts
  readonly #waiting = new Set<string>()
  #client: pg.Client | undefined
  #sending: Promise<void> | undefined
  #connecting: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
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
    await this.#sending
    await this.#connecting
    await this.#client?.end()
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
    const client = new pg.Client({
      connectionString: this.#parts.url,
      application_name: 'awan-channel',
      keepAlive: true,
    })
    const isLost = Promise.withResolvers<void>()
    client.on('error', () => isLost.resolve())
    client.on('end', () => isLost.resolve())
    client.on('notification', ({ payload }) => listener.hear(payload ?? ''))
    void isLost.promise.then(() => this.#lose(client, listener))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(this.#parts.name)}`)
      this.#client = client
      this.#retryMs = FIRST_RETRY_MS
      listener.missed()
    } catch (error) {
      if (!this.#closed) this.#parts.onProblem(toError(error))
      isLost.resolve()
    }
  }

  #lose(client: pg.Client, listener: Listener): void {
    this.#client = undefined
    client.end().catch(() => undefined)
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
