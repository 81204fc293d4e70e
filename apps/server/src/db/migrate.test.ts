import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import type { Database } from './database.ts'
import { type Migration, migratePostgres, migrateSqlite } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type DatabaseConfig, openDatabase } from './open-database.ts'
import { type TestPlaces, usePostgresDatabases, useSqliteFiles } from './testing.ts'
import { runTogether } from './testing-processes.ts'

const KINDS = [
  {
    kind: 'sqlite',
    usePlaces: useSqliteFiles,
    migrate: migrateSqlite,
    query: querySqlite,
    configOf: (path) => ({ kind: 'sqlite', path }),
  },
  {
    kind: 'postgres',
    usePlaces: usePostgresDatabases,
    migrate: migratePostgres,
    query: queryPostgres,
    configOf: (url) => ({ kind: 'postgres', url: new Secret(url) }),
  },
] satisfies {
  kind: Database['kind']
  usePlaces: () => TestPlaces
  migrate: typeof migrateSqlite
  query: (place: string, sql: string) => Promise<unknown[]>
  configOf: (place: string) => DatabaseConfig
}[]

const sqliteFiles = useSqliteFiles()
const names = migrations.map((migration) => migration.name)

describe.each(KINDS)('on $kind', ({ kind, usePlaces, migrate, query, configOf }) => {
  const { place, cleanUp } = usePlaces()

  test('an empty database gets every migration, and a second run applies none', async () => {
    const target = await place('empty')
    expect(await migrate(target, migrations)).toEqual(names)
    expect(await migrate(target, migrations)).toEqual([])
  })

  test('each applied migration is recorded with its name and time', async () => {
    const target = await place('empty')
    const before = Date.now()
    await migrate(target, migrations)
    const rows = (await query(target, 'select * from migrations order by name')) as {
      name: string
      applied_at: number | string
    }[]
    expect(rows.map((row) => row.name)).toEqual(names)
    for (const row of rows) {
      expect(Number(row.applied_at)).toBeGreaterThanOrEqual(before)
      expect(Number(row.applied_at)).toBeLessThanOrEqual(Date.now())
    }
  })

  test('a database with data gets the missing migrations and keeps its data', async () => {
    const target = await place('empty')
    await migrate(target, migrations.slice(0, 1))
    await query(target, "insert into secrets values ('a', 'kept', 1)")
    expect(await migrate(target, migrations)).toEqual(names.slice(1))
    expect(await query(target, 'select value from secrets')).toEqual([{ value: 'kept' }])
  })

  test('sessions that were there keep the time of their sign-in, unless they came from another session', async () => {
    const target = await place('empty')
    const before = names.indexOf('022-session-origins')
    await migrate(target, migrations.slice(0, before))
    await query(
      target,
      `insert into users (sub, name, email_verified, status, is_admin, created_at, updated_at)
       values ('ana', 'Ana', 0, 'ACTIVE', 0, 1, 1)`,
    )
    for (const method of ['password', 'token', 'device']) {
      await query(
        target,
        `insert into sessions (id, sub, client_id, scope, created_at, last_seen_at)
         values ('${method}', 'ana', 'awan-web', 'user', 5, 6)`,
      )
      const envelope = JSON.stringify({ data: { session_id: method, method } })
      await query(
        target,
        `insert into account_events values ('${method}', 'ana', 'account.signed_in', 5, '${envelope}')`,
      )
    }
    await migrate(target, migrations)
    const rows = await query(
      target,
      `select id, root_id, cast(authenticated_at as text) as authenticated_at,
         cast(by_device_code as text) as by_device_code from sessions order by id`,
    )
    const row = (id: string, authenticated_at: string, by_device_code: string) =>
      ({ id, root_id: id, authenticated_at, by_device_code }) as const
    expect(rows).toEqual([
      row('device', '0', '1'),
      row('password', '5', '0'),
      row('token', '0', '0'),
    ])
  })

  test('properties that were there count against the quota of their drive, in bytes', async () => {
    const target = await place('empty')
    await migrate(target, migrations.slice(0, names.indexOf('043-property-bytes')))
    for (const id of ['d', 'e']) {
      await query(
        target,
        `insert into drives (id, owner_sub, root_id, used_bytes, reserved_bytes, seq, created_at)
         values ('${id}', '${id}', 'r', 10, 0, 1, 1)`,
      )
    }
    for (const name of ['a', 'b']) {
      await query(
        target,
        `insert into node_properties values ('d', 'n', 'urn:x', '${name}', '<é/>')`,
      )
    }
    await migrate(target, migrations)
    const rows = (await query(target, 'select used_bytes from drives order by id')) as {
      used_bytes: number | string
    }[]
    expect(rows.map(({ used_bytes }) => Number(used_bytes))).toEqual([20, 10])
  })

  test('files that programs have left for themselves go behind all others of their folder', async () => {
    const target = await place('empty')
    await migrate(target, migrations.slice(0, 4))
    await query(target, "insert into drives values ('d', 'ana', 'r', null, 5, 0, 1)")
    const add = (id: string, parent: string, kind: string, name: string) =>
      query(
        target,
        `insert into nodes (drive_id, id, parent_id, kind, name, sort_key, size, revision, created_at, modified_at)
         values ('d', '${id}', ${parent}, '${kind}', '${name}',
           '${kind === 'folder' ? 0 : 1}${name.toLowerCase()}\u0001${name}', 0, 1, 1, 1)`,
      )
    await add('r', 'null', 'folder', '')
    const left = ['._a.txt', '.DS_Store', 'Thumbs.db', 'thumbs.db', '~$b.doc', '._']
    const kept = ['.gitignore', '_a', 'a.txt', 'Thumbs.dba', '~a', '.DS_Store.txt', '._folder']
    for (const name of left) await add(name, "'r'", 'file', name)
    for (const name of kept) await add(name, "'r'", name === '._folder' ? 'folder' : 'file', name)
    await migrate(target, migrations)
    const rows = (await query(target, 'select name, kind, sort_key from nodes')) as {
      name: string
      kind: string
      sort_key: string
    }[]
    expect(rows).toHaveLength(left.length + kept.length + 1)
    for (const { name, kind, sort_key } of rows) {
      const section = kind === 'folder' ? 0 : left.includes(name) ? 2 : 1
      expect(sort_key).toBe(`${section}${name.toLowerCase()}\u0001${name}`)
    }
  })

  test('uploads that were begun before BLAKE3 are hashed by SHA-256 to their end', async () => {
    const target = await place('empty')
    await migrate(target, migrations.slice(0, 4))
    await query(target, "insert into drives values ('d', 'ana', 'r', null, 5, 0, 1)")
    await query(
      target,
      `insert into blobs (drive_id, id, size, refs, draft, created_at)
       values ('d', 'b', 1, 0, '{}', 1)`,
    )
    await query(
      target,
      `insert into uploads (drive_id, id, parent_id, name, size, blob_id, blocks_per_put, missing, created_at, expires_at)
       values ('d', 'begun', 'r', 'a', 1, 'b', 1, '[[0,0]]', 1, 2)`,
    )
    await migrate(target, migrations)
    expect(await query(target, 'select hash_algorithm from uploads')).toEqual([
      { hash_algorithm: 'sha256' },
    ])
  })

  test('two processes that start together migrate once', async () => {
    const target = await place('empty')
    const task = { kind, place: target, task: 'migrate', name: '' } as const
    const said = (await runTogether(task, task)).flat().filter((message) => message !== 'ready')
    expect(said).toHaveLength(2)
    expect(said).toContainEqual({ migrated: names })
    expect(said).toContainEqual({ migrated: [] })
  })

  test('a failing migration is rolled back, with those before it in the same run', async () => {
    const target = await place('empty')
    const failing: Migration = {
      name: '900-failing',
      async up(schema, { integer }) {
        await schema.createTable('half_made').addColumn('id', integer).execute()
        throw new Error('the middle')
      },
    }
    const result = migrate(target, [...migrations, failing])
    await expect(result).rejects.toThrow('Migration 900-failing failed and was rolled back')
    await expect(query(target, 'select * from half_made')).rejects.toThrow()
    await expect(query(target, 'select * from users')).rejects.toThrow()
    expect(await migrate(target, migrations)).toEqual(names)
  })

  test('a process that is killed during a migration leaves nothing behind', async () => {
    const target = await place('empty')
    const task = { kind, place: target, task: 'die while migrating', name: '' } as const
    const [said] = await runTogether(task)
    expect(said).toEqual(['ready'])
    expect(await migrate(target, migrations)).toEqual(names)
    await expect(query(target, 'select * from half_made')).rejects.toThrow()
    cleanUp(await openDatabase(configOf(target)))
  })

  test('a database newer than the code is refused, and the unknown migration is named', async () => {
    const target = await place()
    await query(target, "insert into migrations values ('777-future', 1)")
    const opening = openDatabase(configOf(target))
    await expect(opening).rejects.toThrow(/newer than this version of Awan: it has 777-future/)
  })

  test('a database that lacks an earlier migration is refused', async () => {
    const target = await place()
    await query(target, `delete from migrations where name = '${names[0]}'`)
    await expect(migrate(target, migrations)).rejects.toThrow(`lacks migration ${names[0]}`)
  })
})

test('existing versions survive the migrations, and are found by node through an index', async () => {
  const { place } = sqliteFiles
  const target = await place('empty')
  await migrateSqlite(target, migrations.slice(0, 4))
  await querySqlite(target, "insert into drives values ('d', 'ana', 'r', null, 5, 0, 1)")
  await querySqlite(
    target,
    `insert into nodes (drive_id, id, kind, name, sort_key, size, revision, created_at, modified_at)
     values ('d', 'r', 'folder', '', '', 0, 1, 1, 1)`,
  )
  await querySqlite(
    target,
    `insert into blobs (drive_id, id, size, hash, refs, draft, created_at)
     values ('d', 'b', 5, 'h', 1, '{}', 1)`,
  )
  const version = { drive_id: 'd', id: 'v', node_id: 'r', blob_id: 'b', size: 5, hash: 'h' }
  await querySqlite(target, "insert into versions values ('d', 'v', 'r', 'b', 5, 'h', 1)")
  await migrateSqlite(target, migrations)
  expect(await querySqlite(target, 'select * from versions')).toEqual([
    { ...version, created_at: 1, name: null, created_by: null },
  ])
  const plan = (await querySqlite(
    target,
    "explain query plan delete from nodes where drive_id = 'd' and id = 'x'",
  )) as { detail: string }[]
  const lookups = plan.map(({ detail }) => detail).filter((detail) => detail.includes('versions'))
  expect(lookups).toEqual([
    'SEARCH versions USING COVERING INDEX versions_by_node (drive_id=? AND node_id=?)',
  ])
})

test('registered apps keep ES256 and PKCE through the migrations', async () => {
  const { place } = sqliteFiles
  const target = await place('empty')
  await migrateSqlite(target, migrations.slice(0, 21))
  await querySqlite(
    target,
    `insert into apps (id, name, redirect_uris, sign_out_uris, scope, is_enabled, created_by, created_at, updated_at)
     values ('a', 'Notes', '[]', '[]', 'openid', 1, 'ana', 1, 1)`,
  )
  await migrateSqlite(target, migrations)
  expect(await querySqlite(target, 'select id_token_alg, requires_pkce from apps')).toEqual([
    { id_token_alg: 'ES256', requires_pkce: 1 },
  ])
})

test('migrations are numbered in order, each in a file with its name', async () => {
  expect(names).toEqual(names.toSorted())
  for (const [index, name] of names.entries()) {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(3, '0')}-[a-z-]+$`))
    await import(`./migrations/${name}.ts`)
  }
})

async function querySqlite(path: string, sql: string): Promise<unknown[]> {
  const database = new BetterSqlite3(path)
  try {
    const statement = database.prepare(sql)
    if (statement.reader) return statement.all()
    statement.run()
    return []
  } finally {
    database.close()
  }
}

async function queryPostgres(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
