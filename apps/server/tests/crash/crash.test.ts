import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findProblems } from '../testing/awan.ts'
import { type Backend, onEachBackend } from '../testing/backends.ts'
import { createChance } from '../testing/chance.ts'
import { openDriveCalls } from '../testing/drive-calls.ts'
import { findLeftovers } from '../testing/left-behind.ts'
import { freePort, kill, startProcess } from '../testing/process.ts'
import { openRaw, type RawPerson, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import { Backups } from './backups.ts'
import { LongWork } from './long-work.ts'
import { operations } from './operations.ts'
import { Writer } from './writer.ts'

/** AWAN_CRASHES=200 is the long form, with another seed each time; AWAN_CRASH_SEED gives one again. */
const crashes = Number(process.env.AWAN_CRASHES ?? 4)
const chosen = process.env.AWAN_CRASHES ? randomInt(2 ** 31) : 6
const seed = Number(process.env.AWAN_CRASH_SEED ?? chosen)

const WRITERS = 4
const BACKUP_EVERY = 4
const PUBLIC_URL = 'https://awan.example.org'
/** Nobody is written to: the people are there already. */
const PRODUCTION = {
  AWAN_ENV: 'production',
  AWAN_PUBLIC_URL: PUBLIC_URL,
  AWAN_SMTP_URL: 'smtp://127.0.0.1:9',
  AWAN_MAIL_FROM: 'Awan <cloud@awan.example.org>',
}

onEachBackend((prepare) => {
  test('no acknowledged file or change is lost by kill -9 at any moment', {
    timeout: 600_000 + crashes * 60_000,
  }, async () => {
    const backend = await prepare()
    const [ana, ben] = await signUpTwo(backend)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const start = () => startProcess(backend, port, PRODUCTION)
    let server = await start()

    const chance = createChance(seed)
    const calls = openDriveCalls(url, ana.token)
    const writers: Writer[] = []
    for (let i = 0; i < WRITERS; i++) {
      const parts = { calls, chance: createChance(seed + i + 1), mark: `w${i}` }
      writers.push(await Writer.create({ ...parts, friendSub: ben.sub }))
    }
    const long = await LongWork.create(openDriveCalls(url, ben.token), chance)
    const backups = await Backups.create(backend)
    const done = () => writers.reduce((sum, writer) => sum + writer.done, long.done)

    const attempt = async () => {
      for (let count = 0; count < crashes; count++) {
        const enough = done() + 5 + chance() * 60
        // Seldom: it is a process of its own, whose start takes longer than most of the rest.
        if (count % BACKUP_EVERY === 1) backups.begin()
        let fault: unknown
        let isKilled = false
        const all = [...writers, long].map((one) => one.work(() => isKilled))
        const ended = Promise.all(all).catch((error) => {
          fault = error
        })
        // In the middle of the work: after a number of answers chosen by the seed, and a moment more.
        while (!fault && done() < enough) await wait(1)
        await wait(chance() * 30)
        isKilled = true
        await Promise.all([kill(server), backups.kill()])
        await ended
        if (fault) throw fault
        server = await start()
        for (const one of [...writers, long]) await one.settle()
        for (const writer of writers) await writer.checkContents()
        expect(await findProblems(backend, '--fast')).toEqual([])
        if (count % 10 === 9) tell({ seed, kills: count + 1, answered: done() })
      }
    }
    await attempt().catch((cause: unknown) => {
      throw new Error(`AWAN_CRASH_SEED=${seed}: ${cause}`, { cause })
    })
    await kill(server)

    await goOnInTheFuture(backend, ben.token)

    server = await start()
    let files = 0
    for (const writer of writers) {
      writer.forgetUploads()
      await writer.settle()
      files += await writer.checkContents({ all: true })
    }
    await long.check()
    expect(await findProblems(backend)).toEqual([])
    await backups.check()

    // A test in which little happened would prove little. Of few kills each interrupts the writers early, so that
    // not every writer comes to everything.
    const counts = Object.fromEntries(
      Object.keys(operations).map((name) => [
        name,
        writers.reduce((sum, writer) => sum + (writer.counts[name] ?? 0), 0),
      ]),
    )
    tell({ seed, crashes, files, long: long.done, backups: backups.counts, ...counts })
    const never = Object.keys(counts).filter((what) => counts[what] === 0)
    expect(never.length, never.join()).toBeLessThanOrEqual(crashes < 20 ? 2 : 0)
  })
})

async function signUpTwo(backend: Backend): Promise<[RawPerson, RawPerson]> {
  await using server = await startServer(backend, { publicUrl: PUBLIC_URL })
  const raw = openRaw(server.url)
  return [await signUpRaw(server.url, raw), await signUpRaw(server.url, raw)]
}

/** First the leases of the dead end, and all tasks are done; then what was begun and left expires. */
async function goOnInTheFuture(backend: Backend, token: string): Promise<void> {
  await using server = await startServer(backend, { publicUrl: PUBLIC_URL })
  const calls = openDriveCalls(server.url, token)
  do {
    server.clock.advance(2 * 60_000)
    await server.runChores()
  } while ((await calls.json('GET /drive/v1/tasks?state=open')).tasks.length > 0)
  // What one round lets go of, old versions too, the next one collects.
  for (let round = 0; round < 2; round++) {
    server.clock.advance(9 * DAY_MS)
    await server.runChores()
  }
  expect(await findLeftovers(backend)).toEqual([])
}

const DAY_MS = 86_400_000

/** The long form tells how far it is. */
function tell(facts: object): void {
  if (process.env.AWAN_CRASHES) process.stdout.write(`${JSON.stringify(facts)}\n`)
}
