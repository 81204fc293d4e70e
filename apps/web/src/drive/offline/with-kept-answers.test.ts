import type { DriveClient, ListFilesQuery } from '@awan/client/drive'
import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import type { KeptAnswers } from './kept-answers.ts'
import { createReach } from './reach.ts'
import { withKeptAnswers } from './with-kept-answers.ts'

test('answers are stored while the server answers, and the last one is shown while it is unreachable', async () => {
  const { drive, server, reach } = setUp()
  expect((await drive.files.list({ parent_id: 'a' })).files).toHaveLength(1)
  expect(reach.keptSince()).toBeUndefined()
  server.isAway = true
  const kept = await drive.files.list({ parent_id: 'a' })
  expect(kept).toEqual({ files: [{ id: 'a' }], seq: 1 })
  expect(reach.keptSince()).toBe(1000)
  expect(reach.isLost()).toBe(true)
  server.isAway = false
  await drive.files.list({ parent_id: 'a' })
  expect(reach.keptSince()).toBeUndefined()
  expect(reach.isLost()).toBe(false)
})

test('the oldest change number that answers show is known, but not that of a stored answer', async () => {
  const { drive, server, reach } = setUp()
  await drive.files.list({ parent_id: 'a' })
  expect(reach.takeOldestSeq()).toBe(1)
  server.isAway = true
  await drive.files.list({ parent_id: 'a' })
  expect(reach.takeOldestSeq()).toBe(Number.POSITIVE_INFINITY)
})

test('a list that was never loaded, and any later page, stays unavailable offline', async () => {
  const { drive, server } = setUp()
  await drive.files.list({ parent_id: 'a', page_token: 'next' })
  server.isAway = true
  for (const asked of [{ parent_id: 'b' }, { parent_id: 'a', page_token: 'next' }]) {
    await expect(drive.files.list(asked)).rejects.toMatchObject({ error: 'unreachable' })
  }
})

test('a folder that was visited is shown offline in another order too', async () => {
  const { drive, server, reach } = setUp()
  server.files = [
    { id: 'folder', kind: 'folder', name: 'trips', modified_time: '2026-01-03' },
    { id: 'ten', kind: 'file', name: 'a10', size: 1, modified_time: '2026-01-02' },
    { id: 'two', kind: 'file', name: 'a2', size: 5, modified_time: '2026-01-04' },
  ]
  await drive.files.list({ parent_id: 'a', order_by: 'name', direction: 'desc', page_size: 200 })
  server.isAway = true
  const idsBy = async (order: Pick<ListFilesQuery, 'order_by' | 'direction' | 'folders_first'>) =>
    (await drive.files.list({ parent_id: 'a', page_size: 200, ...order })).files.map(({ id }) => id)
  expect(await idsBy({ order_by: 'modified', direction: 'desc' })).toEqual(['folder', 'two', 'ten'])
  expect(reach.keptSince()).toBe(1000)
  expect(await idsBy({ order_by: 'name' })).toEqual(['folder', 'two', 'ten'])
  expect(await idsBy({ order_by: 'size', direction: 'asc' })).toEqual(['folder', 'ten', 'two'])
  const mixed = { order_by: 'modified', direction: 'asc', folders_first: false } as const
  expect(await idsBy(mixed)).toEqual(['ten', 'folder', 'two'])
})

test('a filtered list is not taken for the whole folder', async () => {
  const { drive, server } = setUp()
  await drive.files.list({ parent_id: 'a', kind: 'folder', order_by: 'name' })
  server.isAway = true
  await expect(drive.files.list({ parent_id: 'a', order_by: 'size' })).rejects.toMatchObject({
    error: 'unreachable',
  })
})

test('an error answer of the server is reported, not hidden by a stored answer', async () => {
  const { drive, server, reach } = setUp()
  await drive.files.list({ parent_id: 'a' })
  server.refusal = new ServiceError('not_found', { description: 'gone' })
  await expect(drive.files.list({ parent_id: 'a' })).rejects.toMatchObject({ error: 'not_found' })
  expect(reach.keptSince()).toBeUndefined()
})

test('when nothing can be stored, online calls still work', async () => {
  const { drive, server } = setUp({
    put: () => Promise.reject(new Error('no room')),
    get: () => Promise.reject(new Error('no room')),
  })
  expect((await drive.files.list({ parent_id: 'a' })).files).toHaveLength(1)
  server.isAway = true
  await expect(drive.files.list({ parent_id: 'a' })).rejects.toMatchObject({ error: 'unreachable' })
})

function setUp(kept: KeptAnswers = createMemory()) {
  const server: { isAway: boolean; refusal: Error | undefined; files?: object[] } = {
    isAway: false,
    refusal: undefined,
  }
  const list = async ({ parent_id }: { parent_id: string }) => {
    if (server.isAway) throw new ServiceError('unreachable', { description: 'no network' })
    if (server.refusal) throw server.refusal
    return { files: server.files ?? [{ id: parent_id }], seq: 1, next_page_token: 'next' }
  }
  const source = { files: { list }, lists: {} } as unknown as DriveClient
  const reach = createReach()
  return { drive: withKeptAnswers(source, { kept, reach, now: () => 1000 }), server, reach }
}

function createMemory(): KeptAnswers {
  const answers = new Map<string, { answer: unknown; at: number }>()
  return {
    async put(key, answer, at) {
      answers.set(key, { answer: structuredClone(answer), at })
    },
    get: async (key) => answers.get(key),
  }
}
