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
import type { Reader, Writer } from './database.ts'
import type { DatabaseKind } from './database-kind.ts'
import type { Lease, WritingConnection } from './lease.ts'
import type { PreparedQuery, PreparedValues } from './prepared-statement.ts'
import type { Tables } from './tables.ts'

/** The whole of Kysely on one connection, for migrations. */
export function createSchemaHandle<T>(
  kind: DatabaseKind,
  connection: DatabaseConnection,
): Kysely<T> {
  const dialect = dialects[kind]
  const executor = executors[kind].withConnectionProvider({
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<T>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}

/** For queries that are compiled now and run by other means. */
export function createCompilingReader(kind: DatabaseKind): Reader {
  const queries = new QueryCreator<Tables>({ executor: executors[kind] })
  return readerOf(() => queries, refuseToRun)
}

export function createCompilingWriter(kind: DatabaseKind): Writer {
  const queries = new QueryCreator<Tables>({ executor: executors[kind] })
  return writerOf(() => queries, { run: refuseToRun, post: refuseToRun, afterCommit: refuseToRun })
}

/** An object without the writing methods, and not merely a type without them. */
export function createReader(kind: DatabaseKind, lease: Lease): Reader {
  return readerOf(createQueries(kind, lease), createRun(kind, lease))
}

export function createWriter(
  kind: DatabaseKind,
  lease: Lease,
  { connection, effects }: { connection: WritingConnection; effects: (() => void)[] },
): Writer {
  return writerOf(createQueries(kind, lease), {
    run: createRun(kind, lease),
    post(change, values) {
      lease.assertActive()
      const { sql, parametersOf } = change.compile(kind)
      connection.postPrepared({ name: change.name, sql, parameters: parametersOf(values) })
    },
    afterCommit(effect) {
      lease.assertActive()
      effects.push(effect)
    },
  })
}

function writerOf(
  queries: Queries,
  { run, post, afterCommit }: Pick<Writer, 'run' | 'post' | 'afterCommit'>,
): Writer {
  return {
    ...readerOf(queries, run),
    insertInto: ((table) => queries().insertInto(table)) as Writer['insertInto'],
    updateTable: ((table: never) => queries().updateTable(table)) as Writer['updateTable'],
    deleteFrom: ((from: never) => queries().deleteFrom(from)) as Writer['deleteFrom'],
    run,
    post,
    afterCommit,
  }
}

function createRun(kind: DatabaseKind, lease: Lease): Writer['run'] {
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

/** Made when it is first asked: much of the work only runs what was built before. */
type Queries = () => QueryCreator<Tables>

function createQueries(kind: DatabaseKind, lease: Lease): Queries {
  let queries: QueryCreator<Tables> | undefined
  return () => {
    queries ??= new QueryCreator({ executor: executors[kind].withConnectionProvider(lease) })
    return queries
  }
}

function readerOf(queries: Queries, run: Reader['run']): Reader {
  return {
    run,
    fn: functions,
    selectFrom: ((from: never) => queries().selectFrom(from)) as Reader['selectFrom'],
    selectNoFrom: ((selection: never) =>
      queries().selectNoFrom(selection)) as Reader['selectNoFrom'],
    with: ((name: never, expression: never) =>
      queries().with(name, expression)) as unknown as Reader['with'],
    withRecursive: ((name: never, expression: never) =>
      queries().withRecursive(name, expression)) as unknown as Reader['withRecursive'],
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
} satisfies Record<DatabaseKind, Dialect>

const executors = { sqlite: executorOf(dialects.sqlite), postgres: executorOf(dialects.postgres) }

const functions = new Kysely<Tables>({ dialect: dialects.sqlite }).fn

function executorOf(dialect: Dialect): QueryExecutor {
  return new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: () => Promise.reject(new Error('A query ran without a lease')),
  })
}
