import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { StallWatch } from '../kernel/stall-watch.ts'
import { openPostgres } from './postgres.ts'
import { usePostgresDatabases } from './testing.ts'

const { place } = usePostgresDatabases({ share: true })

async function open() {
  const db = openPostgres(await place())
  onTestFinished(() => db[Symbol.asyncDispose]())
  return db
}

test('a call that began before its process stalled writes nothing after it, and other work does', async () => {
  const db = await open()
  let now = 0
  using stalls = new StallWatch({ stallMs: 4_000, steadyNow: () => now, workedMs: () => 0 })
  let worked = 0
  const write = () =>
    db.write(async () => {
      worked++
    })
  const call = async () => {
    stalls.begin()
    await write()
    now += 10_000
    await expect(write()).rejects.toMatchObject({ error: 'unavailable' })
  }
  await new Promise<void>((resolve, reject) => {
    setImmediate(() => call().then(resolve, reject))
  })
  expect(worked).toBe(1)
  await write()
  expect(worked).toBe(2)
})

test('what follows a commit is written, also after a stall', async () => {
  const db = await open()
  let now = 0
  using stalls = new StallWatch({ stallMs: 4_000, steadyNow: () => now, workedMs: () => 0 })
  const call = async () => {
    stalls.begin()
    const followed = Promise.withResolvers<string>()
    await db.write(async (writer) => {
      writer.afterCommit(() => {
        now += 10_000
        db.write(async () => 'written').then(followed.resolve, followed.reject)
      })
    })
    expect(await followed.promise).toBe('written')
  }
  await new Promise<void>((resolve, reject) => {
    setImmediate(() => call().then(resolve, reject))
  })
})

test('a process that stalls within a write holds its locks for five seconds at most', async () => {
  const db = await open()
  const setting = sql<string>`current_setting('idle_in_transaction_session_timeout')`
  for (const durable of [true, false]) {
    const told = await db.write(
      (writer) => writer.selectNoFrom(setting.as('limit')).executeTakeFirstOrThrow(),
      { durable },
    )
    expect(told.limit).toBe('5s')
  }
})
