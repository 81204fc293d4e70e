import { describe, expect, test } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import { type AnyRow, countTable, listRows, listTables } from './all-tables.ts'
import type { Database } from './database.ts'
import { findFullTable } from './find-full-table.ts'
import { loadRows } from './load-rows.ts'
import { migrations } from './migrations/index.ts'
import { type DatabaseConfig, openDatabase } from './open-database.ts'
import type { TableRows } from './table-rows.ts'
import { onEachDatabase, usePostgresDatabases, useSqliteFiles } from './testing.ts'
import { insertSample, insertSamples, sampleRows, tableNames } from './testing-rows.ts'

const applied = migrations.map(({ name }) => name)

onEachDatabase((open) => {
  test('every table is listed with its primary key', async () => {
    const db = await open()
    const tables = await db.read((reader) => listTables(reader, db.kind))
    expect(tables.map(({ name }) => name)).toEqual([...tableNames].sort())
    const keys = new Map(tables.map(({ name, key }) => [name, key]))
    expect(keys.get('nodes')).toEqual(['drive_id', 'id'])
    expect(keys.get('changes')).toEqual(['drive_id', 'seq'])
    expect(keys.get('users')).toEqual(['sub'])
  })

  test('rows are listed in pages by primary key, each once', async () => {
    const db = await open()
    const seqs = [9, 10, 11, 100, 2]
    await db.write(async (writer) => {
      await insertSample(writer, 'drives')
      for (const seq of seqs) await insertSample(writer, 'changes', { seq })
    })
    const rows = (await copyAll(db)).get('changes')
    expect(rows?.map(({ seq }) => seq)).toEqual([2, 9, 10, 11, 100])
  })
})

describe.each(['sqlite', 'postgres'] as const)('loading into %s', (kind) => {
  const files = useSqliteFiles()
  const databases = usePostgresDatabases()
  const placeEmpty = async (): Promise<DatabaseConfig> =>
    kind === 'sqlite'
      ? { kind, path: await files.place('empty') }
      : { kind, url: new Secret(await databases.place('empty')) }

  onEachDatabase((open) => {
    test('all rows of all tables are loaded unchanged', async () => {
      const source = await open()
      await source.write((writer) => insertSamples(writer))
      const copied = await copyAll(source)
      const config = await placeEmpty()
      expect(await findFullTable(config)).toBeUndefined()
      await loadRows(config, applied, sourcesOf(copied))
      await using target = await openDatabase(config)
      for (const table of tableNames) {
        const rows = await target.read((reader) => reader.selectFrom(table).selectAll().execute())
        expect(rows, table).toContainEqual(sampleRows[table])
        expect(await target.read((reader) => countTable(reader, table))).toBe(rows.length)
      }
      expect(await findFullTable(config)).toBe('account_events')
      await expect(loadRows(config, applied, sourcesOf(copied))).rejects.toThrow(/not empty/)
    })
  })

  test('a row with a missing reference rolls back the whole load', async () => {
    const config = await placeEmpty()
    const rows = new Map([
      ['drives', [{ ...sampleRows.drives }]],
      ['tasks', [{ ...sampleRows.tasks, drive_id: 'nobody' }]],
    ])
    await expect(loadRows(config, applied, sourcesOf(rows))).rejects.toThrow(
      /rows that do not exist|foreign key/,
    )
    expect(await findFullTable(config)).toBeUndefined()
  })

  test('rows of an older version are migrated to the current one', async () => {
    const config = await placeEmpty()
    const {
      reserved_bytes,
      forgotten_seq,
      history_from_seq,
      folder_seqs_at,
      number_base,
      numbers_until_seq,
      name,
      deleted_at,
      made_by,
      locked_until,
      ...drive
    } = sampleRows.drives
    await loadRows(config, applied.slice(0, 4), sourcesOf(new Map([['drives', [drive]]])))
    await using db = await openDatabase(config)
    const rows = await db.read((reader) => reader.selectFrom('drives').selectAll().execute())
    expect(rows).toEqual([
      {
        ...drive,
        reserved_bytes: 0,
        forgotten_seq: 0,
        history_from_seq: drive.seq,
        folder_seqs_at: drive.seq,
        number_base: 0,
        numbers_until_seq: 0,
        name: null,
        deleted_at: null,
        made_by: null,
        locked_until: 0,
      },
    ])
  })

  test('rows of a newer version are refused', async () => {
    const config = await placeEmpty()
    const newer = [...applied, '999-unheard-of']
    await expect(loadRows(config, newer, [])).rejects.toThrow(/newer version/)
  })
})

async function copyAll(db: Database): Promise<Map<string, AnyRow[]>> {
  return db.readLong(async (reader) => {
    const copied = new Map<string, AnyRow[]>()
    for (const table of await listTables(reader, db.kind)) {
      const rows: AnyRow[] = []
      for (let after: AnyRow | undefined; ; after = rows.at(-1)) {
        const page = await listRows(reader, table, { after, limit: 2 })
        rows.push(...page)
        if (page.length < 2) break
      }
      copied.set(table.name, rows)
    }
    return copied
  })
}

function sourcesOf(copied: Map<string, AnyRow[]>): TableRows[] {
  return [...copied].map(([table, rows]) => ({
    table,
    pages: (async function* () {
      if (rows.length > 0) yield rows
    })(),
  }))
}
