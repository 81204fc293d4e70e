import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe } from 'vitest'
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
  const timeLimits = { readMs: PATIENCE_MS, writeMs: PATIENCE_MS, waitMs: PATIENCE_MS }
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
 * Each database is a copy of one that is migrated once per run. A copy takes a fifth of a second, so
 * that tests which leave the schema alone share one: emptied, it is as good as new, in a millisecond,
 * by a connection that stays, because a new one has to learn about every table first.
 */
export function usePostgresDatabases({ share = false } = {}): TestPlaces {
  const server = new PostgresTestServer()
  const clean: string[] = []
  const used: string[] = []
  const { cleanUp } = closeAfterEach(async () => {
    for (const name of used.splice(0)) {
      if (share) clean.push(await server.empty(name))
      else await server.drop(name)
    }
  })
  afterAll(async () => {
    for (const name of clean) await server.drop(name)
    await server.close()
  })
  return {
    cleanUp,
    async place(content = 'migrated') {
      const name = clean.pop() ?? (await server.create(content))
      used.push(name)
      return server.urlOf(name)
    },
  }
}

/** What empties one database, again and again. */
interface Cleaner {
  client: pg.Client
  deletes: string
}

class PostgresTestServer {
  #pool: pg.Pool | undefined
  #template: Promise<string> | undefined
  #strategy: Promise<string> | undefined
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

  async empty(name: string): Promise<string> {
    const cleaner = this.#cleaners.get(name) ?? (await this.#openCleaner(name))
    this.#cleaners.set(name, cleaner)
    // Foreign keys are looked up by plans that are kept, and what was right for few rows is not for many.
    await cleaner.client.query('discard plans')
    await cleaner.client.query(cleaner.deletes)
    return name
  }

  async drop(name: string): Promise<void> {
    await this.#cleaners.get(name)?.client.end()
    this.#cleaners.delete(name)
    await this.#query(`drop database if exists ${quote(name)} with (force)`)
  }

  async close(): Promise<void> {
    await this.#pool?.end()
  }

  /** One statement for all tables: foreign keys are looked at when it ends. */
  async #openCleaner(name: string): Promise<Cleaner> {
    const client = new pg.Client({ connectionString: this.urlOf(name) })
    // A test may have the server cut every connection: the next use of this one fails and says so.
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations'",
    )
    const deletes = rows.map((row, i) => `d${i} as (delete from ${quote(row.tablename)})`)
    return { client, deletes: `with ${deletes.join(', ')} select` }
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

function closeAfterEach(then?: () => Promise<void>): Pick<TestPlaces, 'cleanUp'> {
  const opened: AsyncDisposable[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database[Symbol.asyncDispose]()))
    await then?.()
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
