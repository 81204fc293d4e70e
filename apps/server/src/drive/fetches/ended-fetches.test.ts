import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createGrants } from '../access/grants.ts'
import { NOT_ACTIVE } from '../tasks/task-runner.ts'
import { joinDrive, onEachDrive, refusal, type TestDrive } from '../testing.ts'
import { everybody } from '../testing-access.ts'
import { openSite, sends } from './testing.ts'
import {
  begin,
  ended,
  expectForgotten,
  expectNothingLeft,
  fetchAll,
  fetching,
  hasStored,
  LARGE,
  listFiles,
  readFile,
  SMALL,
  waitingSite,
} from './testing-fetches.ts'

onEachDrive((openDrive) => {
  const open = (options: Parameters<typeof openDrive>[0] = {}) =>
    openDrive({ fetches: fetching(), ...options })

  test('a fetch that is cancelled ends at once and leaves nothing behind', async () => {
    const drive = await open()
    const { opened, isWaiting, isClosed } = waitingSite(3 * BLOCK_BYTES)
    using site = await opened
    const { id } = await begin(drive, [`${site.url}/large.bin`])
    const running = drive.runner.run()
    await isWaiting
    await hasStored(drive, id, 2 * BLOCK_BYTES)
    expect((await drive.drives.of('ana')).reserved_bytes).toBe(LARGE.length)
    expect((await drive.tasks.cancel('ana', id)).phase).toBe('cancelled')
    await expectNothingLeft(drive)
    await expectForgotten(drive)
    await running
    await isClosed
    await expect.poll(() => drive.listBlobs()).toEqual([])
    await expectNothingLeft(drive)
  })

  test.each([
    ['is no longer active', 'permission_denied'],
    ['finds the folder deleted', 'not_found'],
    ['finds the folder in the trash', 'failed_precondition'],
  ])('the fetch of somebody who %s ends, and leaves nothing behind', async (what, error) => {
    let isActive = true
    const drive = await open({ people: { ...everybody, isActive: async () => isActive } })
    const { opened, isWaiting } = waitingSite(3 * BLOCK_BYTES)
    using site = await opened
    const folder = await drive.nodes.createFolder('ana', {
      parentId: 'root',
      name: 'folder',
      conflict: 'fail',
    })
    const { id } = await begin(drive, [`${site.url}/large.bin`], { parentId: folder.id })
    const running = drive.runner.run()
    await isWaiting
    await hasStored(drive, id, 2 * BLOCK_BYTES)
    if (what.includes('active')) isActive = false
    if (what.includes('trash')) await drive.tasks.begin('ana', 'trash', { ids: [folder.id] })
    if (what.includes('deleted')) await drive.tasks.begin('ana', 'delete', { ids: [folder.id] })
    await running
    const { phase, failures } = await ended(drive, id)
    expect([phase, failures.map((failure) => failure.error)]).toEqual(['failed', [error]])
    if (what.includes('active')) expect(failures[0]?.description).toBe(NOT_ACTIVE)
    await expectNothingLeft(drive)
    await expectForgotten(drive)
  })

  test('the fetch of a member whose access is revoked ends, and leaves nothing behind', async () => {
    const drive = await open()
    const { opened, isWaiting } = waitingSite(3 * BLOCK_BYTES)
    using site = await opened
    const ana = await drive.as('ana')
    const { root_id: nodeId } = await drive.drives.of('ana')
    const grantee = { kind: 'person', sub: 'ben' } as const
    const grants = createGrants(drive)
    const { id: grantId } = await grants.create(ana, { nodeId, role: 'editor', grantee })
    const ben = { ...ana, actor: grantee, right: 'add' } as const
    const wanted = { urls: [`${site.url}/large.bin`], parentId: nodeId, conflict: 'fail' } as const
    const { id } = await drive.fetches.begin(drive.tasks as never, ben, wanted)
    const running = drive.runner.run()
    await isWaiting
    await hasStored(drive, id, 2 * BLOCK_BYTES)
    await grants.change(ana, grantId, { role: 'viewer' })
    await running
    const { phase, failures } = await ended(drive, id)
    expect([phase, failures.map(({ error }) => error)]).toEqual(['failed', ['permission_denied']])
    await expectNothingLeft(drive)
    await expectForgotten(drive)
  })

  test('another process goes on where one has stopped', async () => {
    const drive = await open()
    let isHanging = true
    using site = await openSite({
      '/large.bin': (request, response) => {
        const answer = sends(() => LARGE, { etag: '"one"' })
        if (!isHanging) return answer(request, response)
        response.writeHead(200, { 'content-length': String(LARGE.length), etag: '"one"' })
        response.write(LARGE.subarray(0, 2 * BLOCK_BYTES + 5))
      },
    })
    const { id } = await begin(drive, [`${site.url}/large.bin`])
    const running = drive.runner.run()
    await hasStored(drive, id, BLOCK_BYTES)
    await drive.runner[Symbol.asyncDispose]()
    await running
    isHanging = false
    const { stored } = JSON.parse((await drive.tasks.get('ana', id)).cursor ?? '').open[0]
    const other = joinDrive(drive.db, drive.blobs, { clock: drive.clock, fetches: fetching() })
    await other.runner.run()
    expect((await drive.tasks.get('ana', id)).phase).toBe('complete')
    expect(site.rangesOf('/large.bin').at(-1)).toBe(`bytes=${stored}-`)
    expect((await readFile(drive, 'large.bin')).equals(LARGE)).toBe(true)
    await expectNothingLeft(drive)
  })

  test('a silent server is asked again, and one that sends too little is given up', async () => {
    const pace = { graceMs: 100, bytesPerSecond: 1_000_000 }
    const drive = await open({ fetches: fetching({}, pace) })
    using site = await openSite({
      '/silent.bin': (_, response) => response.writeHead(200, { 'content-length': '9' }).write('a'),
      '/trickle.bin': (_, response) => {
        response.writeHead(200, { 'content-length': '999999' })
        const timer = setInterval(() => response.write('a'), 5)
        response.on('close', () => clearInterval(timer))
      },
    })
    const task = await fetchAll(drive, [`${site.url}/silent.bin`, `${site.url}/trickle.bin`])
    expect(Object.fromEntries(task.failures.map(({ name, reason }) => [name, reason]))).toEqual({
      'silent.bin': 'no_answer',
      'trickle.bin': 'slow',
    })
    expect(site.rangesOf('/silent.bin').length).toBeGreaterThan(1)
    await expectNothingLeft(drive)
  })

  test('people wait for nobody who waits for the network, and nobody keeps all workers of the network', async () => {
    const drive = await open()
    const { opened, isWaiting } = waitingSite(10)
    using slow = await opened
    using quick = await openSite({ '/a.txt': sends(() => SMALL) })
    for (let i = 0; i < 10; i++) await begin(drive, [`${slow.url}/large.bin`])
    const running = drive.runner.run()
    await isWaiting
    const { id } = await drive.fetches.begin(drive.tasks as never, await drive.as('ben'), {
      urls: [`${quick.url}/a.txt`],
      parentId: 'root',
      conflict: 'rename',
    })
    void drive.runner.run()
    await expect.poll(async () => (await drive.tasks.get('ben', id)).phase).toBe('complete')
    expect(slow.seen).toHaveLength(2)
    const { tasks } = await drive.tasks.list('ana', { state: 'open', size: 99, token: undefined })
    for (const task of tasks) await drive.tasks.cancel('ana', task.id)
    await running
    await expectNothingLeft(drive)
  })

  test('an address that cannot be fetched is refused by its place, and not repeated', async () => {
    const drive = await open()
    const refused = {
      'example.org/secret': 'body.urls.1: is not an absolute address',
      'ftp://example.org/secret': 'body.urls.1: must begin with https:// or http://',
      'https://example.org:25/secret': 'body.urls.1: leads to a port that is not of the web',
      'http://10.0.0.1/secret': 'body.urls.1: leads into a private network',
    }
    for (const [url, description] of Object.entries(refused)) {
      await expect(begin(drive, ['https://example.org/', url])).rejects.toMatchObject({
        error: 'invalid_argument',
        description,
      })
    }
    expect(await refusal(begin(drive, ['https://example.org/'], { parentId: 'nothing' }))).toBe(
      'not_found',
    )
  })

  test('guests and visitors fetch nothing, and nobody does where it is switched off', async () => {
    const drive = await open()
    const wanted = { urls: ['https://example.org/'], parentId: 'root', conflict: 'fail' } as const
    const beginAs = async (who: Awaited<ReturnType<TestDrive['as']>>) =>
      refusal(drive.fetches.begin(drive.tasks as never, who, wanted))
    const guest = await drive.as('AMS=4f0c')
    expect(await beginAs(guest)).toBe('permission_denied')
    const visitor = { kind: 'visitor', grantId: 'g', epoch: 0, visitorId: 'v' } as const
    expect(await beginAs({ ...guest, actor: visitor })).toBe('permission_denied')
    const off = await openDrive()
    expect(off.fetches.mayFetch('ana')).toBe(false)
    expect(await refusal(begin(off, ['https://example.org/']))).toBe('permission_denied')
  })

  test('a person has so many files fetched in an hour', async () => {
    const drive = await open({ fetches: fetching({ perHour: 3 }) })
    using site = await openSite({ '/a.txt': sends(() => SMALL) })
    const url = `${site.url}/a.txt`
    await begin(drive, [url, url])
    expect(await refusal(begin(drive, [url, url]))).toBe('resource_exhausted')
    await begin(drive, [url])
    drive.clock.advance(3_600_000)
    await begin(drive, [url])
    await drive.runner.run()
    expect(await listFiles(drive)).toHaveLength(4)
  })
})
