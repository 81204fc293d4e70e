import { randomInt } from 'node:crypto'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createTestFolder, hasTestS3 } from '../../src/blobs/testing.ts'
import { findProblems } from '../testing/awan.ts'
import { createChance } from '../testing/chance.ts'
import { findWrongRows } from '../testing/left-behind.ts'
import { findLosses, findRefusals, findTroubledTasks } from './check-history.ts'
import { startCluster } from './cluster.ts'
import { Follower } from './follower.ts'
import { History } from './history.ts'
import { Nemesis } from './nemesis.ts'
import { type Account, createAccounts, openSignedInDevice } from './people.ts'
import { Sessions } from './sessions.ts'
import { Writer } from './writer.ts'

/**
 * AWAN_CLUSTER=10 is the long form, with so many rounds of trouble and another seed each time; AWAN_CLUSTER_SEED gives one again.
 * AWAN_CLUSTER=1 is the short one, with fewer calls and always the same seed.
 */
const rounds = Number(process.env.AWAN_CLUSTER ?? 1)
const isLong = rounds > 1
const seed = Number(process.env.AWAN_CLUSTER_SEED ?? (isLong ? randomInt(2 ** 31) : 1))

const PEOPLE = 3
const WRITERS_EACH = isLong ? 2 : 1
const PAUSE_MS = isLong ? 50 : 400
const KEPT = fileURLToPath(new URL('../../../../.cache/cluster/', import.meta.url))

describe.skipIf(!hasTestS3)('three servers behind haproxy', () => {
  test('nothing acknowledged is lost whatever happens to processes, database, storage, network and clocks', {
    timeout: 600_000 + rounds * 300_000,
  }, async () => {
    const folder = await createTestFolder()
    await mkdir(folder, { recursive: true })
    const history = new History(join(folder, 'history.jsonl'))
    try {
      const counts = await run(folder, history)
      if (isLong) process.stdout.write(`${JSON.stringify({ seed, rounds, ...counts })}\n`)
    } catch (cause) {
      await history.close()
      const kept = join(KEPT, String(seed))
      await rm(kept, { recursive: true, force: true })
      await cp(folder, kept, { recursive: true })
      throw new Error(`AWAN_CLUSTER_SEED=${seed}, history in ${kept}: ${cause}`, { cause })
    }
  })
})

async function run(folder: string, history: History): Promise<object> {
  let accounts: Account[] = []
  await using cluster = await startCluster(folder, async (backend) => {
    accounts = await createAccounts(backend, PEOPLE)
  })
  await Promise.all(cluster.servers.map((server) => cluster.untilUp(server)))
  const { url } = cluster
  const chance = createChance(seed)
  const own = () => createChance(Math.floor(chance() * 2 ** 31))

  const writers: { name: string; account: Account; writer: Writer }[] = []
  const followers: Follower[] = []
  const sessions: Sessions[] = []
  for (const [index, account] of accounts.entries()) {
    const friend = accounts[(index + 1) % accounts.length] as Account
    const { drive } = await openSignedInDevice(url, account)
    const follower = new Follower(drive, history, `follower${index}`)
    await follower.prepare()
    followers.push(follower)
    for (let i = 0; i < WRITERS_EACH; i++) {
      const { drive } = await openSignedInDevice(url, account)
      const name = `w${index}-${i}`
      const parts = { url, drive, account, friend, history, name, chance: own(), pauseMs: PAUSE_MS }
      const writer = new Writer(parts)
      await writer.prepare()
      writers.push({ name, account, writer })
    }
    const parts = { url, account, history, chance: own(), name: `s${index}`, pauseMs: PAUSE_MS }
    sessions.push(new Sessions(parts))
  }

  const nemesis = new Nemesis({ cluster, history, chance: own() })
  let isOver = false
  const lanes = [...writers.map(({ writer }) => writer), ...followers, ...sessions]
  const worked = Promise.all(lanes.map((lane) => lane.work(() => isOver)))
  const troubled = (async () => {
    for (let round = 0; round < rounds; round++) await nemesis.round()
  })()
  await Promise.race([troubled, worked])
  isOver = true
  await Promise.all([troubled, worked])
  await Promise.all(cluster.servers.map((server) => cluster.untilUp(server)))

  const wrong = findRefusals(history.entries)
  for (const { name, account } of writers) {
    const { drive } = await openSignedInDevice(url, account)
    wrong.push(...(await findTroubledTasks(drive)))
    wrong.push(...(await findLosses(history.entries, name, drive)))
  }
  for (const each of followers) wrong.push(...(await each.check()))
  for (const each of sessions) wrong.push(...(await each.check()))
  wrong.push(...(await findWrongRows(cluster.backend)))
  expect(wrong).toEqual([])
  expect(await findProblems(cluster.backend)).toEqual([])

  // A test in which little happened would prove little.
  const answers = Object.groupBy(history.entries, ({ ending }) => ending ?? 'none')
  expect(answers.yes?.length).toBeGreaterThan(50 * rounds)
  for (const what of Object.values(nemesis.counts)) expect(what).toBe(rounds)
  return { yes: answers.yes?.length, unknown: answers.unknown?.length, ...sessions[0]?.counts }
}
