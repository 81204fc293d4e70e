import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, onTestFinished } from 'vitest'
import type { Database, DatabaseOptions } from './database.ts'
import { migratePostgres, migrateSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Gives a fresh, migrated, empty database, closed and removed after the test. */
export type OpenTestDatabase = (options?: DatabaseOptions) => Promise<Database>

/**
 * Runs the same tests on each database that Awan supports.
 *
 * @example
 * onEachDatabase((open) => {
 *   test('finds a user by e-mail', async () => {
 *     const db = await open()
 *   })
 * })
 */
export function onEachDatabase(
  define: (open: OpenTestDatabase, kind: Database['kind']) => void,
): void {
  describe('on SQLite', () => {
    const { place, cleanUp } = useSqliteFiles()
    define(async (options) => cleanUp(openSqlite(await place(), patient(options))), 'sqlite')
  })
  describe('on PostgreSQL', () => {
    const { place, cleanUp } = usePostgresDatabases({ share: true })
    define(async (options) => cleanUp(openPostgres(await place(), patient(options))), 'postgres')
  })
}

/** What a test plants takes as long as it takes, on a busy machine too. */
export function patient(options: DatabaseOptions = {}): DatabaseOptions {
  const timeLimits = {
    readMs: PATIENCE_MS,
    writeMs: PATIENCE_MS,
    waitMs: PATIENCE_MS,
    connectMs: PATIENCE_MS,
    shareMs: PATIENCE_MS,
  }
  return { ...options, timeLimits: { ...timeLimits, ...options.timeLimits } }
}

const PATIENCE_MS = 120_000

/** An empty one has no tables yet: opening it creates them. */
export type DatabaseContent = 'migrated' | 'empty'

export interface TestPlaces {
  /** The path or URL of a new database, removed after the tests. */
  place(content?: DatabaseContent): Promise<string>
  /** Has an opened database closed after the test, before its place goes. */
  cleanUp<D extends AsyncDisposable>(database: D): D
}

export function useSqliteFiles(): TestPlaces {
  let folder: Promise<string> | undefined
  let count = 0
  const { cleanUp } = closeAfterEach()
  afterAll(async () => {
    if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
  })
  return {
    cleanUp,
    async place(content = 'migrated') {
      folder ??= createSqliteFolder()
      const path = join(await folder, `${count++}.sqlite`)
      if (content === 'migrated') await copyMigratedSqlite(path)
      return path
    },
  }
}

/** Migrating a file takes as long as a whole small test; to write down a migrated one takes nothing. */
export async function copyMigratedSqlite(path: string): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate()
  await writeFile(path, await sqliteTemplate, { mode: 0o600 })
}

/** Made once for all the test files of a process. */
let sqliteTemplate: Promise<Buffer> | undefined

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = await createSqliteFolder()
  const path = join(folder, 'template.sqlite')
  await migrateSqlite(path, migrations)
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

function createSqliteFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'awan-test-sqlite-'))
}

/**
 * Each database is a copy of one that is migrated once per run. A copy takes a fifth of a second, and so does everything
 * that a server has to learn about its tables. So tests that leave the schema alone use the same one, each after the other
 * and in all the files of a process: emptied, it is as good as new.
 */
export function usePostgresDatabases({ share = false } = {}): TestPlaces {
  testServer ??= new PostgresTestServer()
  const server = testServer
  const { cleanUp } = closeAfterEach()
  return {
    cleanUp,
    async place(content = 'migrated') {
      const isShared = share && content === 'migrated'
      const name = isShared ? await server.take() : await server.create(content)
      // After whatever the test has started since then was stopped.
      onTestFinished(() => (isShared ? server.giveBack(name) : server.drop(name)))
      return server.urlOf(name)
    },
  }
}

/** One for all the test files of a process. What is left at the end of the run goes with its server. */
let testServer: PostgresTestServer | undefined

/** What empties one database, again and again: a new connection has to learn about every table first. */
interface Cleaner {
  client: pg.Client
  /** Answers how large the tables have become. */
  deletes: string
}

class PostgresTestServer {
  #pool: pg.Pool | undefined
  #template: Promise<string> | undefined
  #strategy: Promise<string> | undefined
  readonly #clean: string[] = []
  readonly #cleaners = new Map<string, Cleaner>()

  urlOf(database: string): string {
    const url = new URL(serverUrl())
    url.pathname = `/${database}`
    return url.href
  }

  async create(content: DatabaseContent): Promise<string> {
    this.#template ??= this.#makeTemplate()
    const template = content === 'migrated' ? await this.#template : 'template1'
    const name = `${prefix()}${randomBytes(6).toString('hex')}`
    this.#strategy ??= this.#chooseStrategy()
    const strategy = await this.#strategy
    await this.#query(`create database ${quote(name)} template ${quote(template)} ${strategy}`)
    return name
  }

  async take(): Promise<string> {
    return this.#clean.pop() ?? (await this.create('migrated'))
  }

  /** Emptied for the next test. Rows that are gone still take time to pass over: after many it is dropped. */
  async giveBack(name: string): Promise<void> {
    const cleaner = this.#cleaners.get(name) ?? (await this.#openCleaner(name))
    this.#cleaners.set(name, cleaner)
    const { client, deletes } = cleaner
    // What a killed process has sent must not be done in the next test.
    await client.query(CUT_OTHERS, [CUT_LIMIT_MS])
    // Foreign keys are looked up by plans that are kept, and what was right for few rows is not for many.
    await client.query('discard plans')
    const { rows } = await client.query<{ bytes: string }>(deletes)
    if (Number(rows[0]?.bytes) < MAX_BYTES) this.#clean.push(name)
    else await this.drop(name)
  }

  async drop(name: string): Promise<void> {
    await this.#cleaners.get(name)?.client.end()
    this.#cleaners.delete(name)
    await this.#query(`drop database if exists ${quote(name)} with (force)`)
  }

  /** One statement for all tables: foreign keys are looked at when it ends. */
  async #openCleaner(name: string): Promise<Cleaner> {
    const client = new pg.Client({ connectionString: this.urlOf(name) })
    // A test may have the server cut every connection: the next use of this one fails and says so.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ tablename: string; oid: number }>(
      "select tablename, quote_ident(tablename)::regclass::oid as oid from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    )
    const deletes = rows.map((row, i) => `d${i} as (delete from ${quote(row.tablename)})`)
    const sizes = `select sum(pg_relation_size(oid)) as bytes from unnest('{${rows.map(({ oid }) => oid)}}'::oid[]) as oid`
    return { client, deletes: `with ${deletes.join(', ')} ${sizes}` }
  }

  /** To copy files is several times quicker than to copy pages, on a server that waits for no disk. */
  async #chooseStrategy(): Promise<string> {
    const { rows } = await this.#query<{ copies_files: boolean }>(
      `select current_setting('server_version_num')::int >= 150000
          and current_setting('fsync') = 'off' as copies_files`,
    )
    return rows[0]?.copies_files ? 'strategy file_copy' : ''
  }

  /** Test files run side by side: the first to come makes the template of the run for all. */
  async #makeTemplate(): Promise<string> {
    const name = `${prefix()}template_${await hashMigrations()}`
    this.#pool ??= this.#connect()
    const client = await this.#pool.connect()
    try {
      await client.query('select pg_advisory_lock(hashtext($1))', [name])
      const found = await client.query('select 1 from pg_database where datname = $1', [name])
      if (found.rowCount === 0) {
        const unfinished = `${name}_new`
        await client.query(`drop database if exists ${quote(unfinished)} with (force)`)
        await client.query(`create database ${quote(unfinished)}`)
        await migratePostgres(this.urlOf(unfinished), migrations)
        await client.query(`alter database ${quote(unfinished)} rename to ${quote(name)}`)
      }
      return name
    } finally {
      // The lock goes with the connection.
      client.release(true)
    }
  }

  #connect(): pg.Pool {
    const pool = new pg.Pool({ connectionString: serverUrl(), max: 2 })
    pool.on('error', () => undefined)
    return pool
  }

  #query<Row extends pg.QueryResultRow>(sql: string): Promise<pg.QueryResult<Row>> {
    this.#pool ??= this.#connect()
    return this.#pool.query<Row>(sql)
  }
}

const CUT_OTHERS = `select pg_terminate_backend(pid, $1) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const CUT_LIMIT_MS = 10_000
/** Tables that are new take none. */
const MAX_BYTES = 16 * 1024 * 1024

function closeAfterEach(): Pick<TestPlaces, 'cleanUp'> {
  const opened: AsyncDisposable[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database[Symbol.asyncDispose]()))
  })
  return {
    cleanUp(database) {
      opened.push(database)
      return database
    },
  }
}

/** In watch mode the server outlives an edit of a migration; its template must not. */
async function hashMigrations(): Promise<string> {
  const folder = new URL('./migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort())
    hash.update(await readFile(new URL(name, folder)))
  return hash.digest('hex').slice(0, 12)
}

function serverUrl(): string {
  return required('AWAN_TEST_DATABASE_URL')
}

/** Only databases whose names begin so are ever made or dropped. */
function prefix(): string {
  return required('AWAN_TEST_DATABASE_PREFIX')
}

function required(name: string): string {
  const value = process.env[name]
  if (value !== undefined) return value
  throw new Error(`${name} is missing: run the tests through Vitest's project "server"`)
}

function quote(identifier: string): string {
  return pg.escapeIdentifier(identifier)
}
