import { expect, expectTypeOf, test } from 'vitest'
import type { Writer } from './database.ts'
import { createPointQuery } from './point-query.ts'
import { onEachDatabase } from './testing.ts'

const youngerThan = createPointQuery('test_younger', ['name', 'value'], (reader, given) =>
  reader
    .selectFrom('secrets')
    .select(['name', 'created_at'])
    .where('created_at', '>', 5)
    .where('value', '=', given.value)
    .where('name', '=', given.name),
)

onEachDatabase((open) => {
  test('a point query finds its row by the values of each call, whatever their order', async () => {
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

  test('a point query sees what was committed, at once, and nothing that was not', async () => {
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

  test('a point query is not part of other work, and not run when the database is closed', async () => {
    const db = await open()
    const ask = () => db.readOne(youngerThan, { name: 'a', value: 'v' })
    await expect(db.write(ask)).rejects.toThrow('inside other work')
    await expect(db.read(ask)).rejects.toThrow('inside other work')
    await db[Symbol.asyncDispose]()
    await expect(ask()).rejects.toMatchObject({ error: 'unavailable' })
  })
})

test('a point query knows its values and its row, by its type', () => {
  type Query = typeof youngerThan
  expectTypeOf<Parameters<ReturnType<Query['compile']>['parametersOf']>[0]>().toEqualTypeOf<
    Readonly<Record<'name' | 'value', string>>
  >()
  expectTypeOf<NonNullable<ReturnType<Query['compile']>['row']>>().toEqualTypeOf<{
    name: string
    created_at: number
  }>()
})

async function insert(writer: Writer, name: string, created_at: number): Promise<void> {
  await writer.insertInto('secrets').values({ name, value: 'v', created_at }).execute()
}
