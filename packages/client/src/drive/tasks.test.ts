import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import type { Handler } from '../testing/local-server.ts'
import { createDriveClient } from './index.ts'

async function setUp(overrides: Record<string, Handler>) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const drive = createDriveClient(client)
  return { server, runtime, drive, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('batch calls send the bodies of the protocol, each with its own idempotency key', async () => {
  const done = () => ({ task_id: 't', phase: 'complete' })
  await using place = await setUp({
    '/drive/v1/files:batchTrash': done,
    '/drive/v1/files:batchUntrash': done,
    '/drive/v1/files:batchMove': done,
    '/drive/v1/files:batchCopy': done,
    '/drive/v1/files:batchCopyFrom': done,
    '/drive/v1/files:batchMoveFrom': done,
    '/drive/v1/files:fetch': done,
    '/drive/v1/files:compress': done,
    '/drive/v1/files/z/extract': done,
    '/drive/v1/files:batchRename': done,
    '/drive/v1/files:batchDelete': done,
    '/drive/v1/trash:empty': done,
  })
  const { files } = place.drive
  await files.trash(['a', 'b'], { seen_in: { a: 'f' } })
  await files.untrash(['a'], { conflict: 'fail' })
  await files.move(['a'], 'f', { conflict: 'replace' })
  await files.copy(['a'], 'f')
  await files.copyFrom({ visit_token: 'v' }, ['a'], 'f')
  await files.moveFrom({ drive_id: 'd' }, ['a'], 'f', { conflict: 'rename' })
  await files.fetch(['https://example.org/a'], 'f', { conflict: 'fail' })
  await files.compress(['a'], 'f', { name: 'a.zip' })
  await files.extract('z', { parent_id: 'f', name: 'a' })
  await files.rename([{ id: 'a', name: 'b', etag: '"a.1"' }])
  await files.deleteForGood(['a'], { seen_in: { a: 'trash' } })
  await files.emptyTrash()
  const [, ...received] = place.server.received
  expect(received.map(({ path, json }) => [path, json])).toEqual([
    ['/drive/v1/files:batchTrash', { ids: ['a', 'b'], seen_in: { a: 'f' } }],
    ['/drive/v1/files:batchUntrash', { ids: ['a'], conflict: 'fail' }],
    ['/drive/v1/files:batchMove', { ids: ['a'], parent_id: 'f', conflict: 'replace' }],
    ['/drive/v1/files:batchCopy', { ids: ['a'], parent_id: 'f' }],
    ['/drive/v1/files:batchCopyFrom', { from: { visit_token: 'v' }, ids: ['a'], parent_id: 'f' }],
    [
      '/drive/v1/files:batchMoveFrom',
      { from: { drive_id: 'd' }, ids: ['a'], parent_id: 'f', conflict: 'rename' },
    ],
    [
      '/drive/v1/files:fetch',
      { urls: ['https://example.org/a'], parent_id: 'f', conflict: 'fail' },
    ],
    ['/drive/v1/files:compress', { ids: ['a'], parent_id: 'f', name: 'a.zip' }],
    ['/drive/v1/files/z/extract', { parent_id: 'f', name: 'a' }],
    ['/drive/v1/files:batchRename', { renames: [{ id: 'a', name: 'b', etag: '"a.1"' }] }],
    ['/drive/v1/files:batchDelete', { ids: ['a'], seen_in: { a: 'trash' } }],
    ['/drive/v1/trash:empty', expect.anything()],
  ])
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(12)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(String(key)))).toBe(true)
})

test('who would lose access by a move is asked of the drive that it goes into', async () => {
  const nobody = { losses: [], more_count: 0, link_count: 0, has_others: false }
  await using place = await setUp({ '/drive/v1/files:checkMove': () => nobody })
  const { files } = place.drive
  expect(await files.checkMove(['a'], 'f')).toEqual(nobody)
  await files.checkMove({ inside: { folder_id: 'g' } }, 'f', { from: { drive_id: 'd' } })
  const [, ...received] = place.server.received
  expect(received.map(({ json }) => json)).toEqual([
    { ids: ['a'], parent_id: 'f' },
    { from: { drive_id: 'd' }, inside: { folder_id: 'g' }, parent_id: 'f' },
  ])
})

test('what could not be renamed is asked before it is tried', async () => {
  const free = { problems: [] }
  await using place = await setUp({ '/drive/v1/files:checkRename': () => free })
  expect(await place.drive.files.checkRename([{ id: 'a', name: 'b' }])).toEqual(free)
  expect(place.server.received.at(-1)?.json).toEqual({ renames: [{ id: 'a', name: 'b' }] })
})

test('waiting for a task polls with growing pauses until it ends or is cancelled', async () => {
  let looks = 0
  await using place = await setUp({
    '/drive/v1/tasks': () => ({ tasks: [] }),
    '/drive/v1/tasks/t': ({ method }) => {
      if (method === 'DELETE') return { task_id: 't', phase: 'cancelled', progress: 50 }
      looks++
      return { task_id: 't', phase: looks < 3 ? 'running' : 'complete', progress: looks * 30 }
    },
  })
  const { runtime, drive } = place
  const seen: number[] = []
  const ended = drive.tasks.wait(
    { task_id: 't' },
    { onProgress: ({ progress }) => seen.push(progress) },
  )
  for (const delayMs of [250, 500]) {
    await runtime.timerOf(delayMs)
    runtime.advance(delayMs)
  }
  expect(await ended).toMatchObject({ phase: 'complete' })
  expect(seen).toEqual([30, 60, 90])

  looks = 0
  const stop = new AbortController()
  const left = caught(drive.tasks.wait({ task_id: 't' }, { signal: stop.signal }))
  await runtime.timerOf(250)
  stop.abort()
  expect((await left).error).toBe('cancelled')

  expect(await drive.tasks.cancel('t')).toMatchObject({ phase: 'cancelled' })
  await drive.tasks.list({ state: 'open' })
  expect(place.server.received.at(-1)?.query.toString()).toBe('state=open')
})
