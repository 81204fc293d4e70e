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

/**
 * A query with a list among its values, which stands in an `in`. It is built for 1, 2, 4, 8 and so on of them; a list of another
 * length is filled up with its last value. Of a very long list the rows come part by part.
 *
 * @example
 * const namesOf = createPreparedListQuery('names_of', [], (reader, _, subs) =>
 *   reader.selectFrom('users').select('name').where('sub', 'in', subs))
 * await namesOf(reader, {}, ['u1', 'u2', 'u3'])
 */
export function createPreparedListQuery<const K extends string, R>(
  name: string,
  valueNames: readonly K[],
  build: (
    reader: Reader,
    values: PlacesFor<K>,
    list: PlacesFor<string>[string][],
  ) => { compile(): CompiledQuery<R> },
): (
  reader: Reader,
  values: Readonly<Record<K, PreparedValue>>,
  list: readonly PreparedValue[],
) => Promise<R[]> {
  const bySize = new Map<number, PreparedQuery<PreparedValues, R>>()

  function ofSize(size: number): PreparedQuery<PreparedValues, R> {
    const items = Array.from({ length: size }, (_, at) => `item${at}`)
    const names: string[] = [...valueNames, ...items]
    return createPreparedQuery(`${name}_${size}`, names, (reader, places) => {
      const list = items.map((item) => places[item])
      return build(reader, places as PlacesFor<K>, list)
    })
  }

  function runPart(
    reader: Reader,
    values: Readonly<Record<K, PreparedValue>>,
    part: readonly PreparedValue[],
  ): Promise<R[]> {
    const last = part.at(-1) ?? null
    const size = 2 ** Math.ceil(Math.log2(part.length))
    const query = bySize.get(size) ?? ofSize(size)
    bySize.set(size, query)
    const items = Array.from({ length: size }, (_, at) => [`item${at}`, part[at] ?? last])
    return reader.run(query, { ...values, ...Object.fromEntries(items) })
  }

  return async (reader, values, list) => {
    const each = [...new Set(list)]
    const rows: R[] = []
    for (let at = 0; at < each.length; at += MAX_LIST) {
      rows.push(...(await runPart(reader, values, each.slice(at, at + MAX_LIST))))
    }
    return rows
  }
}

/** A longer list is run in parts: both databases limit the values of a statement. */
const MAX_LIST = 1024

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
