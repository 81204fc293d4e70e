import { describe, expect, test } from 'vitest'
import type { Tables } from './tables.ts'
import { onEachDatabase } from './testing.ts'
import { insertSample, insertSamples, nullColumns, sampleRows, tableNames } from './testing-rows.ts'
import { isUniqueViolation } from './unique-violation.ts'

onEachDatabase((open) => {
  test('every table has exactly the columns of its row type, and returns what was inserted', async () => {
    const db = await open()
    await db.write((writer) => insertSamples(writer))
    for (const table of tableNames) {
      const rows = await db.read((reader) => reader.selectFrom(table).selectAll().execute())
      expect(rows, table).toContainEqual(sampleRows[table])
    }
  })

  test('every column that is nullable by its type accepts null', async () => {
    const db = await open()
    await db.write(async (writer) => {
      for (const table of tableNames) await insertSample(writer, table, nullColumns[table])
    })
    for (const table of tableNames) {
      const rows = await db.read((reader) => reader.selectFrom(table).selectAll().execute())
      expect(rows, table).toEqual([{ ...sampleRows[table], ...nullColumns[table] }])
    }
  })

  test.each(tableNames)('%s refuses null in every other column', async (table) => {
    const db = await open()
    await db.write((writer) => insertSamples(writer, table))
    const required = Object.keys(sampleRows[table]).filter(
      (column) => !(column in nullColumns[table]),
    )
    for (const column of required) {
      const inserting = db.write((writer) => insertSample(writer, table, { [column]: null }))
      await expect(inserting, column).rejects.toThrow(/null/i)
    }
  })

  describe('unique rows', () => {
    const cases: [string, keyof Tables, object][] = [
      ['with the same e-mail', 'users', { sub: 'other', username: null, phone_number: null }],
      ['with the same user name', 'users', { sub: 'other', email: null, phone_number: null }],
      ['with the same phone number', 'users', { sub: 'other', username: null, email: null }],
      ['with the same token', 'refresh_tokens', {}],
      ['with the same spent token', 'spent_tokens', {}],
      ['for the same owner', 'drives', { id: 'other' }],
      ['with the same name in a folder', 'nodes', { id: 'other', number: 9 }],
      ['with the same number', 'nodes', { id: 'other', name: 'other' }],
      [
        'that is another root of the drive',
        'nodes',
        { id: 'other', number: 9, parent_id: null, name: 'x', trashed_at: null, deleted_by: null },
      ],
      ['for the same blob', 'blobs', { drive_id: 'drive' }],
      ['for the same block', 'upload_blocks', { hash: 'other' }],
      ['for the same seq', 'changes', { node_id: 'other' }],
    ]
    test.each(cases)('a second row %s is refused (%s)', async (_, table, change) => {
      const db = await open()
      await db.write((writer) => insertSamples(writer))
      const refused = await db
        .write((writer) => insertSample(writer, table, change))
        .catch((error: unknown) => error)
      expect(isUniqueViolation(refused)).toBe(true)
    })
  })

  test('names are case-sensitive', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await insertSample(writer, 'drives')
      await insertSample(writer, 'nodes', { number: 1, id: 'root', parent_id: null, name: '' })
      await insertSample(writer, 'nodes', { number: 2, id: 'a', name: 'Photos' })
      await insertSample(writer, 'nodes', { number: 3, id: 'b', name: 'photos' })
      await insertSample(writer, 'nodes', { number: 4, id: 'c', name: 'PHOTOS' })
    })
    const found = await db.read((reader) =>
      reader.selectFrom('nodes').select('id').where('name', '=', 'photos').execute(),
    )
    expect(found).toEqual([{ id: 'b' }])
  })

  test('a node needs its parent, and a parent with children cannot be deleted', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await insertSample(writer, 'drives')
      await insertSample(writer, 'nodes', { number: 5, id: 'root', parent_id: null, name: '' })
      await insertSample(writer, 'nodes', { number: 6, id: 'child' })
    })
    const orphan = db.write((writer) =>
      insertSample(writer, 'nodes', { number: 7, id: 'x', parent_id: 'nobody' }),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
    const removal = db.write((writer) =>
      writer.deleteFrom('nodes').where('id', '=', 'root').execute(),
    )
    await expect(removal).rejects.toThrow(/foreign key/i)
    await db.write((writer) => writer.deleteFrom('nodes').execute())
  })

  test('a blob with a version or an upload cannot be deleted', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await insertSample(writer, 'drives')
      await insertSample(writer, 'nodes', { number: 8, id: 'node', parent_id: null, name: '' })
      for (const id of ['blob', 'in upload']) await insertSample(writer, 'blobs', { id })
      await insertSample(writer, 'versions')
      await insertSample(writer, 'uploads', { blob_id: 'in upload' })
    })
    for (const id of ['blob', 'in upload']) {
      const removal = db.write((writer) =>
        writer.deleteFrom('blobs').where('id', '=', id).execute(),
      )
      await expect(removal).rejects.toThrow(/foreign key/i)
    }
  })

  test('sessions are deleted with their user, tokens with their session, blocks with their upload', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await insertSamples(writer)
      await writer.deleteFrom('users').execute()
      await writer.deleteFrom('uploads').execute()
    })
    const gone = [
      'sessions',
      'refresh_tokens',
      'upload_blocks',
      'upload_claims',
      'tus_uploads',
      'tus_pieces',
    ] as const
    for (const table of gone) {
      expect(await db.read((reader) => reader.selectFrom(table).selectAll().execute())).toEqual([])
    }
  })

  test('counters do not fall below zero', async () => {
    const db = await open()
    await db.write(async (writer) => {
      await insertSample(writer, 'drives')
      await insertSample(writer, 'blobs')
    })
    const refs = db.write((writer) => writer.updateTable('blobs').set({ refs: -1 }).execute())
    await expect(refs).rejects.toThrow(/check/i)
    const used = db.write((writer) =>
      writer.updateTable('drives').set({ used_bytes: -1 }).execute(),
    )
    await expect(used).rejects.toThrow(/check/i)
  })
})

test('other errors are not taken for a unique violation', () => {
  expect(isUniqueViolation(new Error('no'))).toBe(false)
  expect(isUniqueViolation(Object.assign(new Error('no'), { code: '23503' }))).toBe(false)
  expect(isUniqueViolation(undefined)).toBe(false)
})
