import { expect, expectTypeOf, test } from 'vitest'
import type { Database, Reader, Writer } from './database.ts'
import {
  createPreparedChange,
  createPreparedListQuery,
  createPreparedQuery,
} from './prepared-query.ts'
import type { PreparedValue } from './prepared-statement.ts'
import { onEachDatabase } from './testing.ts'
import { isUniqueViolation } from './unique-violation.ts'

const youngerThan = createPreparedQuery('test_younger', ['name', 'value'], (reader, given) =>
  reader
    .selectFrom('secrets')
    .select(['name', 'created_at'])
    .where('created_at', '>', 5)
    .where('value', '=', given.value)
    .where('name', '=', given.name),
)

const keep = createPreparedChange('test_keep', ['name', 'at'], (writer, { name, at }) =>
  writer.insertInto('secrets').values({ name, value: 'v', created_at: at }).returning('name'),
)

const ofValue = createPreparedQuery('test_of_value', ['value'], (reader, { value }) =>
  reader.selectFrom('secrets').select('name').where('value', '=', value).orderBy('name', 'desc'),
)

const namesAmong = createPreparedListQuery('test_among', ['value'], (reader, { value }, names) =>
  reader
    .selectFrom('secrets')
    .select('name')
    .where('value', '=', value)
    .where('name', 'in', names)
    .orderBy('name'),
)

onEachDatabase((open) => {
  test('a prepared query with a list finds exactly what is in it, for every length', async () => {
    const db = await open()
    const names = Array.from({ length: 9 }, (_, at) => `n${at}`)
    for (const name of names) await db.write((writer) => insert(writer, name, 6))
    for (let length = 0; length <= names.length; length++) {
      const wanted = names.slice(0, length)
      const found = await db.read((reader) => namesAmong(reader, { value: 'v' }, wanted))
      expect(found.map(({ name }) => name)).toEqual(wanted)
    }
    const others = await db.read((reader) => namesAmong(reader, { value: 'w' }, names))
    const long = Array.from({ length: 40_000 }, (_, at) => `n${at}`)
    const among = await db.read((reader) => namesAmong(reader, { value: 'v' }, long.concat(long)))
    expect(among.map(({ name }) => name)).toEqual(names)
    expect(others).toEqual([])
  })

  test('a prepared query uses the values of each call, in any order', async () => {
    const db = await open()
    await db.write((writer) => insert(writer, 'a', 6))
    await db.write((writer) => insert(writer, 'b', 7))
    await db.write((writer) => insert(writer, 'old', 5))
    expect(await db.readOne(youngerThan, { name: 'a', value: 'v' })).toEqual({
      name: 'a',
      created_at: 6,
    })
    expect(await db.readOne(youngerThan, { value: 'v', name: 'b' })).toEqual({
      name: 'b',
      created_at: 7,
    })
    expect(await db.readOne(youngerThan, { name: 'old', value: 'v' })).toBeUndefined()
    expect(await db.readOne(youngerThan, { name: 'a', value: 'w' })).toBeUndefined()
  })

  test('a prepared query returns all of its rows in order, or none', async () => {
    const db = await open()
    await db.write((writer) => insert(writer, 'a', 6))
    await db.write((writer) => insert(writer, 'b', 7))
    expect(await db.readRows(ofValue, { value: 'v' })).toEqual([{ name: 'b' }, { name: 'a' }])
    expect(await db.readRows(ofValue, { value: 'w' })).toEqual([])
  })

  test('a prepared query sees committed rows at once, and no uncommitted ones', async () => {
    const db = await open()
    const inserted = Promise.withResolvers<void>()
    const looked = Promise.withResolvers<void>()
    const writing = db.write(async (writer) => {
      await insert(writer, 'a', 6)
      inserted.resolve()
      await looked.promise
    })
    await inserted.promise
    expect(await db.readOne(youngerThan, { name: 'a', value: 'v' })).toBeUndefined()
    looked.resolve()
    await writing
    expect(await db.readOne(youngerThan, { name: 'a', value: 'v' })).toBeDefined()
  })

  test('prepared queries and changes can run inside a transaction', async () => {
    const db = await open()
    const inserted = await db.write(async (writer) => {
      const rows = [
        ...(await writer.run(keep, { name: 'a', at: 6 })),
        ...(await writer.run(keep, { name: 'b', at: 7 })),
      ]
      return { rows, found: await writer.run(youngerThan, { name: 'b', value: 'v' }) }
    })
    expect(inserted.rows).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(inserted.found).toEqual([{ name: 'b', created_at: 7 }])
    const read = await db.read((reader) => reader.run(youngerThan, { name: 'a', value: 'v' }))
    expect(read).toEqual([{ name: 'a', created_at: 6 }])
  })

  test('a posted change is seen by later queries of its transaction, and committed', async () => {
    const db = await open()
    const found = await db.write(async (writer) => {
      writer.post(keep, { name: 'a', at: 6 })
      const found = await writer.run(ofValue, { value: 'v' })
      writer.post(keep, { name: 'b', at: 7 })
      return found
    })
    expect(found).toEqual([{ name: 'a' }])
    expect(await db.readRows(ofValue, { value: 'v' })).toEqual([{ name: 'b' }, { name: 'a' }])
  })

  test.each<[string, (writer: Writer) => Promise<unknown>]>([
    ['is the last', async () => undefined],
    ['is followed by a query', (writer) => writer.run(ofValue, { value: 'v' })],
    ['is followed by a failure', (writer) => writer.run(keep, { name: 'a', at: 9 })],
  ])('a posted change that fails and %s rolls back its own transaction only', async (_, follow) => {
    const db = await open()
    const effects: string[] = []
    await db.write(async (writer) => writer.post(keep, { name: 'a', at: 6 }))
    const twice = db.write(async (writer) => {
      writer.afterCommit(() => effects.push('lost'))
      writer.post(keep, { name: 'b', at: 7 })
      writer.post(keep, { name: 'a', at: 8 })
      await follow(writer)
    })
    const beside = db.write(async (writer) => writer.post(keep, { name: 'c', at: 9 }))
    await expect(twice).rejects.toSatisfy(isUniqueViolation)
    await beside
    expect(effects).toEqual([])
    expect(await db.readRows(ofValue, { value: 'v' })).toEqual([{ name: 'c' }, { name: 'a' }])
  })

  test('a change cannot be posted after its transaction has ended', async () => {
    const db = await open()
    let kept: Writer | undefined
    await db.write(async (writer) => {
      kept = writer
    })
    expect(() => kept?.post(keep, { name: 'a', at: 6 })).toThrow('after its transaction had ended')
    expect(await db.readRows(ofValue, { value: 'v' })).toEqual([])
  })

  test('a prepared change that fails rolls back its own transaction only', async () => {
    const db = await open()
    await db.write((writer) => writer.run(keep, { name: 'a', at: 6 }))
    const twice = db.write(async (writer) => {
      await writer.run(keep, { name: 'b', at: 7 })
      await writer.run(keep, { name: 'a', at: 8 })
    })
    await expect(twice).rejects.toThrow()
    expect(await db.readOne(youngerThan, { name: 'b', value: 'v' })).toBeUndefined()
    expect(await db.readOne(youngerThan, { name: 'a', value: 'v' })).toBeDefined()
  })

  test.each<[string, (db: Database) => Promise<unknown>]>([
    ['one row', (db) => db.readOne(youngerThan, { name: 'a', value: 'v' })],
    ['all rows', (db) => db.readRows(ofValue, { value: 'v' })],
  ])(
    'a prepared query for %s is refused inside a transaction and on a closed database',
    async (_, read) => {
      const db = await open()
      const ask = () => read(db)
      await expect(db.write(ask)).rejects.toThrow('inside another one')
      await expect(db.read(ask)).rejects.toThrow('inside another one')
      await db[Symbol.asyncDispose]()
      await expect(ask()).rejects.toMatchObject({ error: 'unavailable' })
    },
  )
})

test('the type of a prepared query knows its values and its row', () => {
  type Query = typeof youngerThan
  expectTypeOf<Parameters<ReturnType<Query['compile']>['parametersOf']>[0]>().toEqualTypeOf<
    Readonly<Record<'name' | 'value', PreparedValue>>
  >()
  expectTypeOf<NonNullable<ReturnType<Query['compile']>['row']>>().toEqualTypeOf<{
    name: string
    created_at: number
  }>()
})

test('the type of a reader refuses to run a change', () => {
  expectTypeOf<Reader['run']>().parameter(0).not.toEqualTypeOf<typeof keep>()
  // @ts-expect-error a change needs a writer
  const refused = (reader: Reader) => reader.run(keep, { name: 'a', at: 1 })
  expectTypeOf(refused).toBeFunction()
})

async function insert(writer: Writer, name: string, created_at: number): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: 'v', created_at }).execute()
}
