import type { DatabaseKind } from './database-kind.ts'

/**
 * A query that runs so often that building its SQL would cost more than running it: it is built once
 * for each kind of database, with places for its values.
 */
export interface PreparedQuery<V extends PreparedValues, R> {
  /** PostgreSQL keeps its plan under this name. */
  readonly name: string
  compile(kind: DatabaseKind): CompiledPreparedQuery<V, R>
}

/** One that changes rows: only a writer runs it. */
export interface PreparedChange<V extends PreparedValues, R> extends PreparedQuery<V, R> {
  readonly changes: true
}

export interface CompiledPreparedQuery<V extends PreparedValues, R> {
  readonly sql: string
  parametersOf(values: V): unknown[]
  /** Never set; it carries the type of the row. */
  readonly row?: R
}

export type PreparedValue = string | number | Uint8Array | null
export type PreparedValues = Readonly<Record<string, PreparedValue>>
