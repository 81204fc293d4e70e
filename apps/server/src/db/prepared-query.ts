import type { CompiledQuery } from 'kysely'
import type { Reader, Writer } from './database.ts'
import type { DatabaseKind } from './database-kind.ts'
import { createCompilingReader, createCompilingWriter } from './handle.ts'
import type {
  CompiledPreparedQuery,
  PreparedChange,
  PreparedQuery,
  PreparedValue,
  PreparedValues,
} from './prepared-statement.ts'
import type { Tables } from './tables.ts'

/**
 * The columns are named one by one: a plan that is kept cannot change its columns, as a star would
 * when another process migrates.
 *
 * @example
 * const nameOf = createPreparedQuery('name_of', ['sub'], (reader, { sub }) =>
 *   reader.selectFrom('users').select('name').where('sub', '=', sub))
 * await db.readOne(nameOf, { sub: 'u1' })
 * await reader.run(nameOf, { sub: 'u1' })
 */
export function createPreparedQuery<const K extends string, R>(
  name: string,
  valueNames: readonly K[],
  build: (reader: Reader, values: PlacesFor<K>) => { compile(): CompiledQuery<R> },
): PreparedQuery<Readonly<Record<K, PreparedValue>>, R> {
  return prepare(name, valueNames, (kind, places) => build(createCompilingReader(kind), places))
}

/**
 * @example
 * const touch = createPreparedChange('touch', ['id', 'at'], (writer, { id, at }) =>
 *   writer.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id))
 * await writer.run(touch, { id: 's1', at: 5 })
 */
export function createPreparedChange<const K extends string, R>(
  name: string,
  valueNames: readonly K[],
  build: (writer: Writer, values: PlacesFor<K>) => { compile(): CompiledQuery<R> },
): PreparedChange<Readonly<Record<K, PreparedValue>>, R> {
  const query = prepare<K, R>(name, valueNames, (kind, places) =>
    build(createCompilingWriter(kind), places),
  )
  return { ...query, changes: true }
}

/**
 * A change that inserts one row, all of whose columns are named. For rows by the thousand: building a
 * statement of many rows costs more than running one that is built already.
 *
 * @example writer.post(createPreparedInsert('node_tags', ['drive_id', 'node_id', 'tag']), row)
 */
export function createPreparedInsert<
  T extends keyof Tables,
  const K extends keyof Tables[T] & string,
>(
  table: T,
  columns: readonly K[] & (Exclude<keyof Tables[T], K> extends never ? unknown : never),
): PreparedChange<Tables[T] & PreparedValues, never> {
  return createPreparedChange(`insert_${table}`, columns, (writer, row) =>
    writer.insertInto(table).values(row as never),
  ) as PreparedChange<Tables[T] & PreparedValues, never>
}

/** To Kysely a place is a value of whatever type its column has; it only puts each at its position. */
// biome-ignore lint/suspicious/noExplicitAny: a place fits any column
type PlacesFor<K extends string> = Record<K, any>

function prepare<K extends string, R>(
  name: string,
  valueNames: readonly K[],
  build: (kind: DatabaseKind, places: PlacesFor<K>) => { compile(): CompiledQuery<R> },
): PreparedQuery<Readonly<Record<K, PreparedValue>>, R> {
  type Compiled = CompiledPreparedQuery<Readonly<Record<K, PreparedValue>>, R>
  const places = Object.fromEntries(
    valueNames.map((value) => [value, new Place(value)]),
  ) as PlacesFor<K>
  const compiled = new Map<DatabaseKind, Compiled>()

  function compile(kind: DatabaseKind): Compiled {
    const { sql, parameters } = build(kind, places).compile()
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
