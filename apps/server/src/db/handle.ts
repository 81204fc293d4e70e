import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  QueryCreator,
  type QueryExecutor,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, Reader, Writer } from './database.ts'
import type { Lease } from './lease.ts'
import type { PreparedQuery, PreparedValues } from './prepared-query.ts'
import type { Tables } from './tables.ts'

/** The whole of Kysely on one connection, for migrations. */
export function createSchemaHandle<T>(
  kind: Database['kind'],
  connection: DatabaseConnection,
): Kysely<T> {
  const dialect = dialects[kind]
  const executor = executors[kind].withConnectionProvider({
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<T>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}

/** For queries that are compiled now and run by other means. */
export function createCompilingReader(kind: Database['kind']): Reader {
  return readerOf(new QueryCreator<Tables>({ executor: executors[kind] }), refuseToRun)
}

export function createCompilingWriter(kind: Database['kind']): Writer {
  const queries = new QueryCreator<Tables>({ executor: executors[kind] })
  return writerOf(queries, refuseToRun, refuseToRun)
}

/** An object without the writing methods, and not merely a type without them. */
export function createReader(kind: Database['kind'], lease: Lease): Reader {
  return readerOf(createQueryCreator(kind, lease), createRun(kind, lease))
}

export function createWriter(
  kind: Database['kind'],
  lease: Lease,
  effects: (() => void)[],
): Writer {
  const queries = createQueryCreator(kind, lease)
  return writerOf(queries, createRun(kind, lease), (effect) => {
    lease.assertActive()
    effects.push(effect)
  })
}

function writerOf(
  queries: QueryCreator<Tables>,
  run: Writer['run'],
  afterCommit: Writer['afterCommit'],
): Writer {
  return {
    ...readerOf(queries, run),
    insertInto: queries.insertInto.bind(queries) as Writer['insertInto'],
    updateTable: queries.updateTable.bind(queries) as Writer['updateTable'],
    deleteFrom: queries.deleteFrom.bind(queries) as Writer['deleteFrom'],
    run,
    afterCommit,
  }
}

function createRun(kind: Database['kind'], lease: Lease): Writer['run'] {
  return <V extends PreparedValues, R>(query: PreparedQuery<V, R>, values: V): Promise<R[]> => {
    const { sql, parametersOf } = query.compile(kind)
    return lease.provideConnection((connection) =>
      connection.runPrepared<R>({ name: query.name, sql, parameters: parametersOf(values) }),
    )
  }
}

function refuseToRun(): never {
  throw new Error('This handle only compiles')
}

function createQueryCreator(kind: Database['kind'], lease: Lease): QueryCreator<Tables> {
  return new QueryCreator<Tables>({ executor: executors[kind].withConnectionProvider(lease) })
}

function readerOf(queries: QueryCreator<Tables>, run: Reader['run']): Reader {
  return {
    run,
    fn: functions,
    selectFrom: queries.selectFrom.bind(queries) as Reader['selectFrom'],
    selectNoFrom: queries.selectNoFrom.bind(queries) as Reader['selectNoFrom'],
    with: queries.with.bind(queries) as unknown as Reader['with'],
    withRecursive: queries.withRecursive.bind(queries) as unknown as Reader['withRecursive'],
  }
}

// The drivers are ours (a lease on a connection), so that Kysely only compiles.
const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} satisfies Record<Database['kind'], Dialect>

const executors = { sqlite: executorOf(dialects.sqlite), postgres: executorOf(dialects.postgres) }

const functions = new Kysely<Tables>({ dialect: dialects.sqlite }).fn

function executorOf(dialect: Dialect): QueryExecutor {
  return new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: () => Promise.reject(new Error('A query ran without a lease')),
  })
}
