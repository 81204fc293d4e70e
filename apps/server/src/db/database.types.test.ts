import { sql } from 'kysely'
import { expectTypeOf, test } from 'vitest'
import type { Reader, Writer } from './database.ts'

// Checked by the compiler: a line that is expected to fail and compiles is itself an error.
test('the type of a reader has no way to write', () => {
  const neverCalled = (reader: Reader) => {
    // @ts-expect-error a reader has no insert
    reader.insertInto('users')
    // @ts-expect-error a reader has no update
    reader.updateTable('users')
    // @ts-expect-error a reader has no delete
    reader.deleteFrom('users')
    // @ts-expect-error a reader does not run raw statements
    sql`delete from users`.execute(reader)
    // @ts-expect-error a reader is not a way into a transaction
    reader.transaction()
    // @ts-expect-error a reader has no effects
    reader.afterCommit(() => undefined)
    const inWith = reader.with('found', (q) => q.selectFrom('users').select('sub'))
    // @ts-expect-error nor does a reader write behind a common table expression
    inWith.deleteFrom('users').execute()
    // @ts-expect-error nor inside one
    reader.with('gone', (q) => q.deleteFrom('users').returning('sub'))
  }
  expectTypeOf(neverCalled).parameter(0).not.toExtend<Writer>()
})

test('the type of a writer extends the reader and checks tables and columns', () => {
  expectTypeOf<Writer>().toExtend<Reader>()
  const neverCalled = (writer: Writer) => {
    writer.insertInto('secrets').values({ name: 'a', value: 'b', created_at: 1 })
    // @ts-expect-error a column is missing
    writer.insertInto('secrets').values({ name: 'a', value: 'b' })
    // @ts-expect-error there is no such table
    writer.deleteFrom('nothing')
    // @ts-expect-error a writer does not commit by itself
    writer.commit()
  }
  expectTypeOf(neverCalled).returns.toBeVoid()
})
