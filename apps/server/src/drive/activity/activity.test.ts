import { expect, test } from 'vitest'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { onEachDatabase } from '../../db/testing.ts'
import { someNode } from '../following/testing.ts'
import { openLinks } from '../share-links/testing.ts'
import { joinDrive, refusal } from '../testing.ts'

const ALL = { nodeId: undefined, size: 100, token: undefined }

onEachDatabase((openDatabase) => {
  const open = async () => joinDrive(await openDatabase(), createMemoryBlobStore())

  test('[ENT-24] actions are listed as events in their envelope, newest first, with stable ids', async () => {
    const drive = await open()
    const { id: driveId } = await drive.drives.of('ana')
    const text = await drive.upload('ana', 'a.txt', Buffer.from('1'))
    drive.clock.advance(5)
    await drive.upload('ana', 'a.txt', Buffer.from('2'), { conflict: 'replace' })
    const { events } = await drive.activity.read('ana', ALL)
    expect(events).toMatchObject([
      { type: 'drive.write', data: { seq: 2, name: 'a.txt' } },
      { type: 'drive.create', data: { seq: 1, name: 'a.txt' } },
    ])
    expect(events[0]).toEqual({
      specversion: '1.0.1',
      id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      type: 'drive.write',
      source: 'http://drive.test',
      time: new Date(drive.clock.now()).toISOString(),
      datacontenttype: 'application/json',
      subject: text.id,
      data: { name: 'a.txt', drive_id: driveId, seq: 2, actor_sub: 'ana', actor_name: 'ana' },
    })
    expect((await drive.activity.read('ana', ALL)).events).toEqual(events)
    expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  })

  test('paging and the activity of one file miss no action, and silent changes are not listed', async () => {
    const drive = await open()
    const { id: driveId } = await drive.drives.of('ana')
    const made: string[] = []
    for (let n = 0; n < 7; n++) {
      const name = `f${n}`
      const conflict = 'fail' as const
      made.push((await drive.nodes.createFolder('ana', { parentId: 'root', name, conflict })).id)
      await drive.drives.transact(driveId, 'ana', async ({ recordChange }) => {
        recordChange({ deleted: someNode('silent') })
      })
    }
    const seen: unknown[] = []
    let token: string | undefined
    do {
      const page = await drive.activity.read('ana', { nodeId: undefined, size: 3, token })
      seen.push(...page.events.map(({ subject }) => subject))
      token = page.nextPageToken
    } while (token !== undefined)
    expect(seen).toEqual(made.toReversed())
    const one = await drive.activity.read('ana', { ...ALL, nodeId: made[2] })
    expect(one.events).toMatchObject([{ subject: made[2], data: { name: 'f2' } }])
  })

  test('what one action did to many files is one event with their number, also over pages', async () => {
    const drive = await open()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.push((await drive.upload('ana', `${n}.txt`, Buffer.from('1'))).id)
      drive.clock.advance(1_000)
    }
    drive.clock.advance(120_000)
    await drive.upload('ana', 'late.txt', Buffer.from('1'))
    await drive.tasks.begin('ana', 'trash', { ids })
    await drive.tasks.begin('ana', 'untrash', { ids: ids.slice(0, 2), conflict: 'fail' })
    const read = (size: number, token?: string) =>
      drive.activity.read('ana', { nodeId: undefined, isGrouped: true, size, token })
    const { events, nextPageToken } = await read(100)
    expect(nextPageToken).toBeUndefined()
    expect(events.map(({ type, data }) => [type, data?.count, data?.names])).toEqual([
      // A few are told one by one.
      ['drive.untrash', undefined, undefined],
      ['drive.untrash', undefined, undefined],
      ['drive.trash', 5, ['4.txt', '3.txt', '2.txt']],
      ['drive.create', undefined, undefined],
      ['drive.create', 5, ['4.txt', '3.txt', '2.txt']],
    ])
    const first = await read(3)
    const second = await read(2, first.nextPageToken)
    expect([...first.events, ...second.events]).toEqual(events)
  })

  test('actions of one kind are found among many others', async () => {
    const drive = await open()
    const { id: driveId } = await drive.drives.of('ana')
    const first = await drive.upload('ana', 'a.txt', Buffer.from('1'))
    for (let round = 0; round < 3; round++) {
      await drive.drives.transact(driveId, 'ana', async ({ recordChange }) => {
        for (let n = 0; n < 400; n++) {
          recordChange({ changed: someNode(`n${n}`), set: {} }, { action: 'rename' })
        }
      })
      drive.clock.advance(5)
    }
    const second = await drive.upload('ana', 'b.txt', Buffer.from('2'))
    const added: unknown[] = []
    const pages: number[] = []
    let token: string | undefined
    do {
      const page = await drive.activity.read('ana', { ...ALL, kind: 'added', token })
      added.push(...page.events.map(({ subject }) => subject))
      pages.push(page.events.length)
      token = page.nextPageToken
    } while (token !== undefined)
    expect(added).toEqual([second.id, first.id])
    expect(pages).toEqual([1, 1])
    const moved = await drive.activity.read('ana', { ...ALL, kind: 'moved' })
    expect(moved.events).toHaveLength(ALL.size)
    const rest = { ...ALL, kind: 'moved' as const, token: moved.nextPageToken }
    const next = (await drive.activity.read('ana', rest)).events
    expect(new Set([...moved.events, ...next].map(({ id }) => id)).size).toBe(2 * ALL.size)
  })

  test("another person's activity is empty, and a malformed page token is rejected", async () => {
    const drive = await open()
    const { id } = await drive.upload('ana', 'a.txt', Buffer.from('1'))
    for (const nodeId of [undefined, id, 'unknown']) {
      expect((await drive.activity.read('ben', { ...ALL, nodeId })).events).toEqual([])
    }
    for (const token of ['', 'X', '1', '-1.1', 'zzzzzzzzzzz.1', '1.1.1', 'a b']) {
      expect(await refusal(drive.activity.read('ana', { ...ALL, token }))).toBe('invalid_argument')
    }
  })

  test('actors are named for those who may share, members of a whole drive see names of people, and nobody else sees any', async () => {
    const place = await openLinks(await openDatabase())
    const { drive, grants, ana, shared, share, visit } = place
    const { driveId } = ana
    const { token } = await share({ asksName: true }, 'contributor')
    const visitor = { ...(await visit(token, { name: 'Wayan' })), right: 'add' as const }
    const give = (sub: string, nodeId: string, role: 'manager' | 'viewer') =>
      grants.create(ana, { nodeId, grantee: { kind: 'person', sub }, role })
    await give('mia', shared.id, 'manager')
    await give('ben', shared.id, 'viewer')
    await give('tia', (await drive.drives.of('ana')).root_id, 'viewer')
    drive.clock.advance(5)
    const add = (who: typeof ana, name: string) =>
      drive.nodes.createFolder(who, { parentId: shared.id, name, conflict: 'fail' })
    await add(ana, 'asked')
    await add(visitor, 'sent')
    const namesFor = async (access: Parameters<typeof drive.activity.read>[0]) => {
      const { events } = await drive.activity.read(access, { ...ALL, kind: 'added' })
      return events
        .filter(({ data }) => ['sent', 'asked'].includes(String(data?.name)))
        .map(({ data }) => data?.actor_name)
    }
    const as = (sub: string) => ({
      driveId,
      actor: { kind: 'person', sub } as const,
      right: 'view' as const,
    })
    expect(await namesFor(as('ana'))).toEqual(['Wayan', 'ana'])
    expect(await namesFor(as('mia'))).toEqual(['Wayan', 'ana'])
    expect(await namesFor(as('tia'))).toEqual([undefined, 'ana'])
    expect(await namesFor(as('ben'))).toEqual([undefined, undefined])
    expect(await namesFor({ ...visitor, right: 'view' })).toEqual([undefined, undefined])
  })
})
