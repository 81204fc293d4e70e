import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { openPostgres } from '../../db/postgres.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { patient, type TestPlaces, usePostgresDatabases, useSqliteFiles } from '../../db/testing.ts'
import { openSocket } from '../../http/testing-sockets.ts'
import { syncOf } from '../sync-door/testing.ts'
import { serveDrive } from '../testing-http.ts'
import { PUSH_PATH, type PushTimes } from './push-door.ts'
import { listenAs } from './testing.ts'

const FAST: Partial<PushTimes> = { gatherMs: 20, recheckMs: 20 }
const MINUTE_MS = 60_000

describe('on SQLite', () => define(useSqliteFiles(), openSqlite))
describe('on PostgreSQL', () => define(usePostgresDatabases(), openPostgres))

function define(
  { place, cleanUp }: TestPlaces,
  openDatabase: (place: string, options: object) => Database,
): void {
  const open = async (options: Parameters<typeof serveDrive>[1] = {}) =>
    serveDrive(cleanUp(openDatabase(await place(), patient())), { pushTimes: FAST, ...options })

  /** Two servers on one database: nothing in one process is known to the other. */
  async function openTwo() {
    const where = await place()
    const one = () => serveDrive(cleanUp(openDatabase(where, patient())), { pushTimes: FAST })
    return [await one(), await one()] as const
  }

  type Served = Awaited<ReturnType<typeof open>>
  const listen = (served: Served, sub: string, limit?: Parameters<Served['makePassword']>[1]) =>
    listenAs(served, sub, served.makePassword(sub, limit))

  const makeFolder = ({ as }: Served, sub: string, name: string, parent_id = 'root') =>
    as(sub).json('POST', '/drive/v1/files', { kind: 'folder', name, parent_id })

  const share = async ({ as }: Served, id: string, sub: string) =>
    as('ana').json('POST', `/drive/v1/files/${id}/grants`, {
      grantee: { kind: 'person', sub },
      role: 'viewer',
    }) as unknown as Promise<{ id: string }>

  const driveIdOf = async ({ as }: Served, sub: string) =>
    ((await as(sub).json('GET', '/drive/v1/about')) as unknown as { drive_id: string }).drive_id

  /** The number by which clients know it. */
  async function numberOf(served: Served, sub: string, path: string): Promise<number> {
    const answer = await syncOf(served, sub)('PROPFIND', path, {
      headers: { depth: '0' },
      body: '<propfind xmlns="DAV:"><prop><fileid xmlns="http://owncloud.org/ns"/></prop></propfind>',
    })
    return Number(/fileid>(\d+)</.exec(answer.text)?.[1])
  }

  describe('who is let in', () => {
    test('an app password with the name of its person opens it', async () => {
      const served = await open()
      expect((await listen(served, 'ana')).answer).toBe('authenticated')
    })

    test('a wrong password and a wrong name are refused alike, and nothing is heard afterwards', async () => {
      const served = await open()
      const password = served.makePassword('ana')
      for (const [name, given] of [
        ['ana', 'wrong'],
        ['ben', password],
        ['', ''],
      ] as const) {
        const client = await listenAs(served, name, given)
        expect(client.answer).toBe('err: Invalid credentials')
        expect(await client.closed).toBe(1008)
        await makeFolder(served, 'ana', `new ${name}${given}`)
        expect(client.heard()).toEqual([])
      }
    })

    test('whoever does not sign in is disconnected, and whoever did is not', async () => {
      const served = await open({ pushTimes: { ...FAST, signInMs: 100 } })
      const good = await listen(served, 'ana')
      expect(good.answer).toBe('authenticated')
      const half = await openSocket(`${served.origin}${PUSH_PATH}`)
      half.send('ana')
      expect(await half.closed).toBe(1008)
      await makeFolder(served, 'ana', 'new')
      expect(await good.next()).toBe('notify_file')
    })

    test('one person has a limited number of connections, and a closed one makes room', async () => {
      const served = await open()
      const all = []
      for (let at = 0; at < 32; at++) all.push(await listen(served, 'ana'))
      expect(all.map(({ answer }) => answer)).toEqual(Array(32).fill('authenticated'))
      const more = await listen(served, 'ana')
      expect(more.answer).toBe('err: Too many connections')
      expect(await more.closed).toBe(1013)
      expect((await listen(served, 'ben')).answer).toBe('authenticated')
      all[0]?.socket.close()
      await all[0]?.closed
      await expect.poll(async () => (await listen(served, 'ana')).answer).toBe('authenticated')
    })

    test('a client that talks on and on is disconnected', async () => {
      const served = await open()
      const client = await listen(served, 'ana')
      for (let at = 0; at < 63; at++) client.send('listen notify_file_id')
      expect(await client.closed).toBe(1008)
    })
  })

  describe('what is told', () => {
    test('a change that another server made is told at once, in the own drive and in a shared one', async () => {
      const [here, there] = await openTwo()
      const trip = await makeFolder(here, 'ana', 'trip')
      await share(here, trip.id, 'ben')
      const [ana, ben] = [await listen(here, 'ana'), await listen(here, 'ben')]
      for (const name of ['one', 'two']) {
        await makeFolder(there, 'ana', name, trip.id)
        expect(await ana.next()).toBe('notify_file')
        expect(await ben.next()).toBe('notify_file')
      }
    })

    test('what the person cannot see is not told', async () => {
      const served = await open()
      const trip = await makeFolder(served, 'ana', 'trip')
      await share(served, trip.id, 'ben')
      const [ana, ben, carla] = [
        await listen(served, 'ana'),
        await listen(served, 'ben'),
        await listen(served, 'carla'),
      ]
      await makeFolder(served, 'ana', 'private')
      expect(await ana.next()).toBe('notify_file')
      await makeFolder(served, 'carla', 'own')
      expect(await carla.next()).toBe('notify_file')
      // What comes after it was not preceded by anything else.
      await makeFolder(served, 'ben', 'own')
      expect(await ben.next()).toBe('notify_file')
      await makeFolder(served, 'ana', 'last', trip.id)
      expect(await ben.next()).toBe('notify_file')
      expect(await ana.next()).toBe('notify_file')
      expect([ana, ben, carla].flatMap((client) => client.heard())).toEqual([])
    })

    test('a new share, what is changed in it and its end are told', async () => {
      const served = await open()
      const trip = await makeFolder(served, 'ana', 'trip')
      const ben = await listen(served, 'ben')
      const grant = await share(served, trip.id, 'ben')
      expect(await ben.next()).toBe('notify_file')
      await makeFolder(served, 'ana', 'inside', trip.id)
      expect(await ben.next()).toBe('notify_file')
      await served.as('ana').call('DELETE', `/drive/v1/grants/${grant.id}`)
      const path = `/drive/v1/files/${trip.id}/grants/${grant.id}`
      await served.as('ana').call('DELETE', path)
      expect(await ben.next()).toBe('notify_file')
    })

    test('a password for one folder hears of that folder alone', async () => {
      const served = await open()
      const [inside, outside] = [
        await makeFolder(served, 'ana', 'inside'),
        await makeFolder(served, 'ana', 'outside'),
      ]
      const folder = { driveId: await driveIdOf(served, 'ana'), nodeId: inside.id }
      const [narrow, wide] = [await listen(served, 'ana', { folder }), await listen(served, 'ana')]
      await makeFolder(served, 'ana', 'unheard', outside.id)
      expect(await wide.next()).toBe('notify_file')
      expect(narrow.heard()).toEqual([])
      await makeFolder(served, 'ana', 'heard', inside.id)
      expect(await narrow.next()).toBe('notify_file')
      expect(narrow.heard()).toEqual([])
    })

    test('a client that asked for it hears the numbers of what has changed and of its folder', async () => {
      const served = await open()
      const client = await listen(served, 'ana')
      const plain = await listen(served, 'ana')
      client.send('listen notify_file_id')
      // Answered after the text before it was read.
      await new Promise((resolve) => client.socket.once('pong', resolve).ping())
      const trip = await makeFolder(served, 'ana', 'trip')
      const told = (await client.next()) ?? ''
      expect(told).toMatch(/^notify_file_id \[/)
      expect(JSON.parse(told.slice('notify_file_id '.length)).sort()).toEqual(
        [await numberOf(served, 'ana', '/trip'), await numberOf(served, 'ana', '/')].sort(),
      )
      expect(await plain.next()).toBe('notify_file')
      // What is gone for good has no number any more.
      await served.as('ana').json('POST', '/drive/v1/files:batchDelete', { ids: [trip.id] })
      expect(await client.next()).toBe('notify_file')
    })

    test('of the folder that what is shared is in, nobody is told the number', async () => {
      const served = await open()
      const trip = await makeFolder(served, 'ana', 'trip')
      await share(served, trip.id, 'ben')
      const client = await listen(served, 'ben')
      client.send('listen notify_file_id')
      await new Promise((resolve) => client.socket.once('pong', resolve).ping())
      await served.as('ana').json('PATCH', `/drive/v1/files/${trip.id}`, { name: 'journey' })
      const number = await numberOf(served, 'ana', '/journey')
      expect(await client.next()).toBe(`notify_file_id [${number}]`)
    })

    test('many changes are told a few times, and the last one is told', async () => {
      const gatherMs = 300
      const served = await open({ pushTimes: { ...FAST, gatherMs } })
      const [a, b] = [await listen(served, 'ana'), await listen(served, 'ana')]
      const startedAt = performance.now()
      for (let at = 0; at < 40; at++) await makeFolder(served, 'ana', `folder ${at}`)
      const passedMs = performance.now() - startedAt
      const most = 2 + Math.ceil(passedMs / gatherMs)
      await expect.poll(() => a.heard().length, { timeout: 5_000 }).toBeGreaterThan(1)
      const before = a.heard().length
      await makeFolder(served, 'ana', 'last')
      await expect.poll(() => a.heard().length, { timeout: 5_000 }).toBeGreaterThan(before)
      expect(before).toBeLessThanOrEqual(most)
      expect(most).toBeLessThan(40)
      expect(b.heard().length).toBeGreaterThan(1)
    })
  })

  describe('when it ends', () => {
    test('a revoked password closes its connections, and no other', async () => {
      const served = await open()
      const password = served.makePassword('ana')
      const revoked = [
        await listenAs(served, 'ana', password),
        await listenAs(served, 'ana', password),
      ]
      const other = await listen(served, 'ana')
      served.endPassword(password)
      for (const client of revoked) expect(await client.closed).toBe(1008)
      await makeFolder(served, 'ana', 'new')
      expect(await other.next()).toBe('notify_file')
      expect(revoked.flatMap((client) => client.heard())).toEqual([])
    })

    test('passwords are looked at more than once in a second, and without any client not at all', async () => {
      const setInterval = vi.spyOn(globalThis, 'setInterval')
      const clearInterval = vi.spyOn(globalThis, 'clearInterval')
      const served = await open({ pushTimes: {} })
      const before = setInterval.mock.calls.length
      const client = await listen(served, 'ana')
      // The other timer, of the signals, is slower.
      const every = setInterval.mock.calls.slice(before).map(([, ms]) => ms ?? 0)
      expect(Math.min(...every)).toBeLessThan(1_000)
      const at = before + every.indexOf(Math.min(...every))
      const timer = setInterval.mock.results[at]?.value
      expect(timer).toBeDefined()
      client.socket.close()
      await expect.poll(() => clearInterval.mock.calls.flat().includes(timer)).toBe(true)
      vi.restoreAllMocks()
    })
  })

  test('the capabilities name the address, and a client that listens need not ask for changes', async () => {
    const served = await open()
    const told = await fetch(`${served.origin}/ocs/v2.php/cloud/capabilities?format=json`)
    const { ocs } = (await told.json()) as { ocs: { data: { capabilities: object } } }
    expect(ocs.data.capabilities).toMatchObject({
      // Without the web socket it asks once a minute, by one request.
      core: { pollinterval: 60 },
      notify_push: { type: ['files'], endpoints: { websocket: 'ws://drive.test/push/ws' } },
    })
    const client = await listen(served, 'ana')
    served.requests.splice(0)
    served.clock.advance(60 * MINUTE_MS)
    const ben = await listen(served, 'ben')
    await makeFolder(served, 'ben', 'of somebody else')
    expect(await ben.next()).toBe('notify_file')
    expect(client.heard()).toEqual([])
    await makeFolder(served, 'ana', 'own')
    expect(await client.next()).toBe('notify_file')
    expect(served.requests).toEqual(['POST /drive/v1/files', 'POST /drive/v1/files'])
  })
}
