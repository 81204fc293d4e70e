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

test('a read in a thread sees everything that was written before it', async () => {
  const { db } = await open()
  const names: string[] = []
  for (let n = 10; n < 40; n++) {
    names.push(`s${n}`)
    await insert(db, `s${n}`)
    const read = await Promise.all([ask(db, 'names'), ask(db, 'names')])
    expect(read).toEqual([names.join(), names.join()])
  }
})

test('a refusal in a thread returns undefined and is not reported as a problem', async () => {
  const { db, problems } = await open()
  expect(await ask(db, 'refuse')).toBeUndefined()
  expect(await ask(db, 'names')).toBe('')
  expect(problems).toEqual([])
})

test('an error in a thread is reported, and the thread can be used again', async () => {
  const { db, problems } = await open()
  expect(await ask(db, 'break')).toBeUndefined()
  expect(problems).toEqual([expect.stringContaining('out of order')])
  expect(await ask(db, 'names')).toBe('')
})

test('a thread that dies is reported and replaced, and other reads succeed', async () => {
  const { db, problems } = await open()
  await insert(db, 'a')
  const asked = ['names', 'die', 'names', 'die', 'die', 'names'] as const
  const read = await Promise.all(asked.map((input) => ask(db, input)))
  expect(read).toEqual(['a', undefined, 'a', undefined, undefined, 'a'])
  expect(problems).toHaveLength(3)
  expect(await ask(db, 'names')).toBe('a')
})

test('closing waits for running reads and refuses new ones', async () => {
  const { db, problems } = await open()
  await insert(db, 'a')
  const reading = Promise.all(Array.from({ length: 8 }, () => ask(db, 'names')))
  await db[Symbol.asyncDispose]()
  expect(await reading).toEqual(Array(8).fill('a'))
  await expect(ask(db, 'names')).rejects.toMatchObject({ error: 'unavailable' })
  expect(problems).toEqual([])
})
