import { expect, test } from 'vitest'
import type { Database, ThreadRead } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { useSqliteFiles } from './testing.ts'
import type { TestRead } from './testing-read.worker.ts'

const { place, cleanUp } = useSqliteFiles()

const testRead: ThreadRead<TestRead> = {
  module: new URL('./testing-read.worker.ts', import.meta.url),
}

async function open() {
  const problems: string[] = []
  const onProblem = ({ message }: Error) => problems.push(message)
  return { db: cleanUp(openSqlite(await place(), { onProblem })), problems }
}

async function ask(db: Database, input: TestRead): Promise<string | undefined> {
  const bytes = await db.readInThread?.(testRead, input)
  return bytes && Buffer.from(bytes).toString()
}

function insert(db: Database, name: string): Promise<unknown> {
  const row = { name, value: 'x', created_at: 0 }
  return db.write((writer) => writer.insertInto('secrets').values(row).execute())
}

test('a read sees all that was written before it was asked for, in whichever thread', async () => {
  const { db } = await open()
  const names: string[] = []
  for (let n = 10; n < 40; n++) {
    names.push(`s${n}`)
    await insert(db, `s${n}`)
    const read = await Promise.all([ask(db, 'names'), ask(db, 'names')])
    expect(read).toEqual([names.join(), names.join()])
  }
})

test('what a rule refuses is read as usual by whoever asked, and is no problem', async () => {
  const { db, problems } = await open()
  expect(await ask(db, 'refuse')).toBeUndefined()
  expect(await ask(db, 'names')).toBe('')
  expect(problems).toEqual([])
})

test('what breaks in a thread is told, and its thread goes on', async () => {
  const { db, problems } = await open()
  expect(await ask(db, 'break')).toBeUndefined()
  expect(problems).toEqual([expect.stringContaining('out of order')])
  expect(await ask(db, 'names')).toBe('')
})

test('a thread that dies is told and replaced; no other read suffers', async () => {
  const { db, problems } = await open()
  await insert(db, 'a')
  const asked = ['names', 'die', 'names', 'die', 'die', 'names'] as const
  const read = await Promise.all(asked.map((input) => ask(db, input)))
  expect(read).toEqual(['a', undefined, 'a', undefined, undefined, 'a'])
  expect(problems).toHaveLength(3)
  expect(await ask(db, 'names')).toBe('a')
})

test('closing waits for what is read, and takes nothing more', async () => {
  const { db, problems } = await open()
  await insert(db, 'a')
  const reading = Promise.all(Array.from({ length: 8 }, () => ask(db, 'names')))
  await db[Symbol.asyncDispose]()
  expect(await reading).toEqual(Array(8).fill('a'))
  await expect(ask(db, 'names')).rejects.toMatchObject({ error: 'unavailable' })
  expect(problems).toEqual([])
})
