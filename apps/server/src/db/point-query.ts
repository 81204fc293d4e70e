import type { CompiledQuery } from 'kysely'
import type { Database, Reader } from './database.ts'
import { createCompilingReader } from './handle.ts'

/**
 * A query for one row that runs so often that building its SQL would cost more than running it: it is
 * built once for each kind of database, with places for its values.
 */
export interface PointQuery<V extends PointValues, R> {
  /** PostgreSQL keeps its plan under this name. */
  readonly name: string
  compile(kind: Database['kind']): CompiledPointQuery<V, R>
}

export interface CompiledPointQuery<V extends PointValues, R> {
  readonly sql: string
  parametersOf(values: V): unknown[]
  /** Never set; it carries the type of the row. */
  readonly row?: R
}

export type PointValues = Readonly<Record<string, string>>

/**
 * The columns are named one by one: a plan that is kept cannot change its columns, as a star would
 * when another process migrates.
 *
 * @example
 * const nameOf = createPointQuery('name_of', ['sub'], (reader, { sub }) =>
 *   reader.selectFrom('users').select('name').where('sub', '=', sub))
 * await db.readOne(nameOf, { sub: 'u1' })
 */
export function createPointQuery<const K extends string, R>(
  name: string,
  valueNames: readonly K[],
  build: (reader: Reader, values: Record<K, string>) => { compile(): CompiledQuery<R> },
): PointQuery<Readonly<Record<K, string>>, R> {
  const places = Object.fromEntries(valueNames.map((value) => [value, new Place(value)]))
  const compiled = new Map<Database['kind'], CompiledPointQuery<Record<K, string>, R>>()

  function compile(kind: Database['kind']): CompiledPointQuery<Record<K, string>, R> {
    const reader = createCompilingReader(kind)
    // To Kysely a value is a value; it only puts each at its position.
    const { sql, parameters } = build(reader, places as unknown as Record<K, string>).compile()
    return {
      sql,
      parametersOf: (values) =>
        parameters.map((given) => (given instanceof Place ? values[given.name as K] : given)),
    }
  }

  return {
    name: `awan_${name}`,
    compile(kind) {
      const found = compiled.get(kind) ?? compile(kind)
      compiled.set(kind, found)
      return found
    },
  }
}

/** Stands among the parameters where a value will be. */
class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}
