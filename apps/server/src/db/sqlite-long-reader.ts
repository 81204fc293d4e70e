import type { CompiledQuery, QueryResult } from 'kysely'
import type { LeasedConnection, PreparedStatement } from './lease.ts'
import { refuseToStream } from './no-streams.ts'
import { createSqliteError } from './sqlite-connection.ts'
import { SqliteThread } from './sqlite-thread.ts'

export type LongQuestion = { sql: string; parameters: readonly unknown[] }
export type LongAnswer =
  | { rows: unknown[] }
  | { error: { message: string; code: string | undefined } }

/** The connection of a thread, so that a scan does not stop the event loop. */
export class SqliteLongReader implements LeasedConnection {
  readonly #thread: SqliteThread<LongQuestion, LongAnswer>

  constructor(path: string) {
    const program = new URL('./sqlite-long-reader.worker.ts', import.meta.url)
    this.#thread = new SqliteThread(program, path)
  }

  get isAlive(): boolean {
    return this.#thread.isAlive
  }

  get isBusy(): boolean {
    return this.#thread.isBusy
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.run(query.sql, query.parameters)) as R[] }
  }

  async runPrepared<R>({ sql, parameters }: PreparedStatement): Promise<R[]> {
    return (await this.run(sql, parameters)) as R[]
  }

  async run(sql: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    const answer = await this.#thread.ask({ sql, parameters })
    if ('rows' in answer) return answer.rows
    const { message, code } = answer.error
    throw code === undefined ? new Error(message) : createSqliteError(message, code)
  }

  readonly streamQuery = refuseToStream

  terminate(): Promise<void> {
    return this.#thread.terminate()
  }
}
