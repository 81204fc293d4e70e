import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import type { NameTermRow, NodeRow } from '../../src/db/tables.ts'
import { termsOf, toSearchName } from '../../src/drive/nodes/search-name.ts'
import { plantedNode } from '../../src/drive/nodes/testing.ts'
import { generateNames } from './generate-names.ts'

/**
 * A process of its own that puts many files into the only drive of a database, as rows in large
 * portions: how uploads get there is measured elsewhere. Arguments: where the database is, how many.
 */
const [place = '', count = ''] = process.argv.slice(2)
const IN_A_FOLDER = 1_000
const AT_ONCE = 5_000

interface Planting {
  findDrive(): Promise<{ id: string; root_id: string; created_at: number }>
  insert(table: 'nodes' | 'name_terms', rows: readonly object[]): Promise<void>
  end(): Promise<void>
}

const planting = await (place.startsWith('postgres') ? openPostgres(place) : openSqlite(place))
const drive = await planting.findDrive()
let nodes: NodeRow[] = []
let folderId = drive.root_id
let n = 0
for (const name of generateNames(Number(count))) {
  const now = drive.created_at + n
  if (n % IN_A_FOLDER === 0) {
    folderId = `planted-folder-${n}`
    plant(folderId, drive.root_id, 'folder', `folder ${n}`, now)
  }
  // Names repeat, as they do in a drive; in one folder they do not.
  const own = name.replace('.', ` ${n % IN_A_FOLDER}.`)
  plant(`planted-${n}`, folderId, 'file', own, now)
  n++
  if (nodes.length >= AT_ONCE) await flush()
}
await flush()
await planting.end()

function plant(
  id: string,
  parent_id: string,
  kind: NodeRow['kind'],
  name: string,
  now: number,
): void {
  const row = plantedNode({ drive_id: drive.id, id, parent_id, kind, name, now })
  nodes.push({ ...row, search_name: toSearchName(kind, name) })
}

async function flush(): Promise<void> {
  const terms = nodes.flatMap(({ drive_id, id, search_name, touched_at }) =>
    termsOf(search_name ?? '').map(
      (term): NameTermRow => ({ drive_id, term, node_id: id, touched_at }),
    ),
  )
  await planting.insert('nodes', nodes)
  await planting.insert('name_terms', terms)
  nodes = []
}

async function openSqlite(path: string): Promise<Planting> {
  const db = new BetterSqlite3(path)
  db.pragma('cache_size = -1000000')
  db.pragma('synchronous = off')
  db.exec('begin')
  return {
    findDrive: async () =>
      db.prepare('select id, root_id, created_at from drives').get() as Awaited<
        ReturnType<Planting['findDrive']>
      >,
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      const places = columns.map((column) => `@${column}`)
      const insertion = db.prepare(`insert into ${table} (${columns}) values (${places})`)
      for (const row of rows) insertion.run(row)
    },
    async end() {
      db.exec('commit')
      db.close()
    },
  }
}

async function openPostgres(url: string): Promise<Planting> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = off')
  return {
    findDrive: async () =>
      (await client.query('select id, root_id, created_at::float8 from drives')).rows[0],
    async insert(table, rows) {
      await client.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    },
    async end() {
      // As PostgreSQL does by itself where its housekeeping is on.
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
