import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { DatabaseClock } from './database-clock.ts'
import { openPostgres } from './postgres.ts'
import { usePostgresDatabases } from './testing.ts'

const { place } = usePostgresDatabases({ share: true })

async function open(): Promise<Database> {
  const db = openPostgres(await place())
  onTestFinished(() => db[Symbol.asyncDispose]())
  return db
}

test('two processes on one database have the same time, whatever their own clocks say', async () => {
  const db = await open()
  // They count nothing themselves, so that each tells the moment of its answer.
  await using first = await DatabaseClock.open(db, { steadyNow: () => 0 })
  await using second = await DatabaseClock.open(db, { steadyNow: () => 7e9 })
  await using third = await DatabaseClock.open(db, { steadyNow: () => -1 })
  const times = [first.now(), second.now(), third.now()]
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('between two answers time goes on steadily, and each answer corrects it', async () => {
  let steady = 0
  const db = await open()
  await using clock = await DatabaseClock.open(db, { steadyNow: () => steady })
  const start = clock.now()
  steady += 5_000
  expect(clock.now()).toBe(start + 5_000)
  // The machine slept, and its steady clock with it.
  steady -= 3_600_000
  await clock.ask()
  expect(clock.now()).toBeGreaterThanOrEqual(start)
})

test('a process that is stopped while it waits for the answer keeps the right time', async () => {
  let steady = 0
  let stoppedMs = 0
  const steadyNow = () => {
    const now = steady
    steady += stoppedMs
    return now
  }
  await using clock = await DatabaseClock.open(await open(), { steadyNow })
  const start = clock.now()
  stoppedMs = 60_000
  await clock.ask()
  stoppedMs = 0
  // It asked at 0, and read the answer a minute later.
  expect(clock.now()).toBe(start + 120_000)
})

test('while the database does not answer, time goes on', async () => {
  let isAway = false
  let steady = 0
  const db = await open()
  const read: Database['read'] = (work) =>
    isAway ? Promise.reject(new Error('away')) : db.read(work)
  await using clock = await DatabaseClock.open({ read }, { steadyNow: () => steady })
  const start = clock.now()
  isAway = true
  await expect(clock.ask()).rejects.toThrow('away')
  steady += 60_000
  expect(clock.now()).toBe(start + 60_000)
})
