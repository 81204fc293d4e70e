import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { type AnyRow, listRows, listTables, type TableFacts } from '../../db/all-tables.ts'
import type { Database, Reader } from '../../db/database.ts'
import { migrations } from '../../db/migrations/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SecretKeeper } from '../../kernel/secret-keeper.ts'
import { syncFolder } from './durable-files.ts'
import type { Manifest } from './manifest.ts'
import { writeRowsFile } from './rows-file.ts'
import { KEYS_TABLE, toKeysPath, toRowsPath } from './rows-folder.ts'

/** All rows as of one moment, and the keys of the server. */
export async function writeRows(
  { db, keeper, clock }: { db: Database; keeper: SecretKeeper; clock: Clock },
  folder: string,
  rows: string,
  onRows: (done: number) => void,
): Promise<Omit<Manifest, 'contents' | 'lost'>> {
  await mkdir(join(folder, rows), { mode: 0o700 })
  const madeAt = new Date(clock.now()).toISOString()
  let done = 0
  const tables = await db.readLong(async (reader) => {
    const written: Manifest['tables'] = []
    for (const table of await listTables(reader, db.kind)) {
      if (table.name === KEYS_TABLE) continue
      const pages = rowsOf(reader, table, (count) => {
        done += count
        onRows(done)
      })
      const facts = await writeRowsFile(toRowsPath(join(folder, rows), table.name), pages)
      written.push({ name: table.name, ...facts })
    }
    return written
  })
  const keys = await writeRowsFile(toKeysPath(join(folder, rows)), keysOf(keeper))
  await syncFolder(join(folder, rows))
  const { rows: count, ...keysFile } = keys
  return {
    format: 1,
    made_at: madeAt,
    awan: packageJson.version,
    database: db.kind,
    migrations: migrations.map(({ name }) => name),
    rows,
    tables,
    keys: { count, ...keysFile },
  }
}

async function* keysOf(keeper: SecretKeeper): AsyncIterable<AnyRow[]> {
  for (const name of (await keeper.list('')).sort()) {
    const value = await keeper.read(name)
    if (value !== undefined) yield [{ name, value }]
  }
}

/** Pages of about as many bytes, whatever a row holds. */
async function* rowsOf(
  reader: Reader,
  table: TableFacts,
  onRows: (count: number) => void,
): AsyncIterable<AnyRow[]> {
  let after: AnyRow | undefined
  let limit = FIRST_PAGE
  for (;;) {
    const rows = await listRows(reader, table, { after, limit })
    if (rows.length > 0) yield rows
    onRows(rows.length)
    if (rows.length < limit) return
    after = rows.at(-1)
    const bytesPerRow = rows.reduce((sum, row) => sum + weigh(row), 0) / rows.length
    limit = Math.max(1, Math.min(LARGEST_PAGE, Math.floor(PAGE_BYTES / bytesPerRow)))
  }
}

const FIRST_PAGE = 100
const LARGEST_PAGE = 5000
const PAGE_BYTES = 8_000_000

function weigh(row: AnyRow): number {
  return Object.values(row).reduce<number>((sum, value) => {
    const length = typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
    return sum + length
  }, 0)
}
