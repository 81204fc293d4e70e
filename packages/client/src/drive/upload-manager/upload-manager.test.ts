import { isServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createAwanClient } from '../../client.ts'
import { createMemoryStorage } from '../../runtime/memory.ts'
import { createNodeRuntime } from '../../runtime/node.ts'
import { type DriveServerOptions, openDriveServer } from '../../testing/drive-server.ts'
import { sendError } from '../../testing/local-server.ts'
import {
  type ConflictAnswer,
  createMemoryJournal,
  createUploadManager,
  type EndedUpload,
  isUnreadable,
  type NameConflict,
  type Reread,
  toUnreadable,
  type UploadEntry,
  type UploadManager,
  type UploadManagerOptions,
  type UploadSummary,
} from './index.ts'

const MIB = 1024 * 1024
const BUNDLE = '/drive/v1/uploads:bundle'
const MODIFIED = '2026-03-01T10:00:00.000Z'

async function setUp(server: DriveServerOptions = {}, options: UploadManagerOptions = {}) {
  const opened = await openDriveServer(server)
  const ended: EndedUpload[] = []
  const openManager = (more: UploadManagerOptions = {}) => {
    const storage = createMemoryStorage()
    storage.set('credentials_awan-test', CREDENTIALS)
    const client = createAwanClient({
      clientId: 'awan-test',
      origins: [opened.origin],
      runtime: createNodeRuntime({ storage }),
      log: { level: 'off' },
    })
    const uploads = createUploadManager(client, {
      onEnded: (one) => ended.push(one),
      ...options,
      ...more,
    })
    return { client, uploads }
  }
  const { client, uploads } = openManager()
  return {
    server: opened,
    client,
    uploads,
    ended,
    openManager,
    async [Symbol.asyncDispose]() {
      uploads.dispose()
      client.dispose()
      await opened[Symbol.asyncDispose]()
    },
  }
}

const CREDENTIALS = JSON.stringify({
  token_type: 'Bearer',
  access_token: 'a',
  refresh_token: 'r',
  sub: 'u1',
  expires_in: 7200,
  expires_at: '2099-01-01T00:00:00Z',
})

function file(path: string, content: string | number = path): UploadEntry {
  const bytes = typeof content === 'number' ? new Uint8Array(content).fill(7) : content
  return { path, source: new Blob([bytes]), modified_time: MODIFIED }
}

/** Resolves when a summary fits. */
function until(uploads: UploadManager, fits: (summary: UploadSummary) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = uploads.subscribe(look)
    function look() {
      if (!fits(uploads.summary())) return
      unsubscribe()
      resolve()
    }
    look()
  })
}

test('small, empty and large files are uploaded with their folders', async () => {
  await using place = await setUp()
  const { uploads, server, ended } = place
  await uploads.add([
    file('a.txt'),
    file('trip/day 1/b.txt'),
    { path: 'trip/empty', kind: 'folder' },
    file('trip/film.mkv', 2 * MIB),
    file('none.txt', ''),
  ])
  const { files, bytes, isActive, halt } = await uploads.settled()
  expect(files).toMatchObject({ total: 5, done: 5, failed: 0 })
  expect(bytes.done).toBe(bytes.total)
  expect({ isActive, halt }).toEqual({ isActive: false, halt: undefined })
  expect(server.tree()).toEqual({
    'a.txt': 'a.txt',
    'none.txt': '',
    'trip/': '',
    'trip/day 1/': '',
    'trip/day 1/b.txt': 'trip/day 1/b.txt',
    'trip/empty/': '',
    'trip/film.mkv': 2 * MIB,
  })
  expect(ended.map(({ path, state }) => `${path} ${state}`).sort()).toEqual([
    'a.txt done',
    'none.txt done',
    'trip/day 1/b.txt done',
    'trip/empty done',
    'trip/film.mkv done',
  ])
})

test('ten thousand files take fewer than 40 bundles and at most ten summary updates a second', async () => {
  let told = 0
  await using place = await setUp()
  const { uploads, server } = place
  uploads.subscribe(() => told++)
  const startedMs = Date.now()
  await uploads.add(
    (async function* () {
      for (let index = 0; index < 10_000; index++) yield file(`all/${index}.txt`, 'x')
    })(),
  )
  const { files } = await uploads.settled()
  expect(files).toMatchObject({ total: 10_000, done: 10_000 })
  expect(server.calls(BUNDLE).length).toBeLessThan(40)
  expect(told).toBeLessThanOrEqual((Date.now() - startedMs) / 100 + 2)
  expect(uploads.window(5000, 2)).toEqual([
    expect.objectContaining({ id: 5001, path: 'all/5000.txt', state: 'done', size: 1 }),
    expect.objectContaining({ id: 5002 }),
  ])
  uploads.clear()
  expect(uploads.summary()).toMatchObject({
    files: { total: 0, done: 0 },
    bytes: { total: 0, done: 0 },
  })
})

test('a server without bundles gets single uploads and folders', async () => {
  await using place = await setUp({ hasNoBundles: true })
  const { uploads, server } = place
  await uploads.add([file('a/b/1.txt'), file('a/b/2.txt'), { path: 'a/none', kind: 'folder' }])
  expect((await uploads.settled()).files).toMatchObject({ done: 3, failed: 0 })
  expect(Object.keys(server.tree())).toEqual(['a/', 'a/b/', 'a/b/1.txt', 'a/b/2.txt', 'a/none/'])
  expect(server.calls(BUNDLE)).toHaveLength(1)
})

test('without bundles the folders of a large file are created one by one', async () => {
  await using place = await setUp({ hasNoBundles: true })
  const { uploads, server } = place
  await uploads.add([file('a/b/film', 2 * MIB), file('a/film', 2 * MIB)])
  expect((await uploads.settled()).files).toMatchObject({ done: 2, failed: 0 })
  expect(Object.keys(server.tree())).toEqual(['a/', 'a/b/', 'a/b/film', 'a/film'])
})

test('bundles become smaller after a proxy refuses one as too large', async () => {
  await using place = await setUp({
    before: ({ path, body }, response) =>
      path === BUNDLE && body.length > 100_000
        ? void response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413</h1>')
        : undefined,
  })
  const { uploads, server } = place
  await uploads.add(Array.from({ length: 400 }, (_, index) => file(`${index}`, 2000)))
  expect((await uploads.settled()).files).toMatchObject({ done: 400, failed: 0 })
  const refused = server.calls(BUNDLE).filter(({ body }) => body.length > 100_000)
  expect(refused.length).toBeLessThan(10)
  expect(server.calls('/drive/v1/uploads')).toHaveLength(0)
})

test('a bundle whose answer was lost is repeated unchanged and creates no duplicates', async () => {
  let losses = 1
  await using place = await setUp({ losesAnswer: () => losses-- > 0 })
  const { uploads, server } = place
  await uploads.add([file('a.txt'), file('b.txt')], { conflict: 'rename' })
  expect((await uploads.settled()).files).toMatchObject({ done: 2 })
  const [first, second] = server.calls(BUNDLE)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(second?.body.equals(first?.body as Buffer)).toBe(true)
  expect(Object.keys(server.tree())).toEqual(['a.txt', 'b.txt'])
})

test('name conflicts are asked about one at a time until an answer applies to all', async () => {
  const asked: string[] = []
  const answers: ConflictAnswer[] = [{ rule: 'skip' }, { rule: 'rename', forAll: true }]
  await using place = await setUp()
  const { uploads, server } = place
  const names = ['a', 'b', 'c', 'd', 'e']
  await uploads.add([...names.map((name) => file(name)), file('film', 2 * MIB)])
  await uploads.settled()
  await uploads.add([...names.map((name) => file(name, 'new')), file('film', 2 * MIB)], {
    conflict: async ({ path }: NameConflict) => {
      asked.push(path)
      return answers.shift() as ConflictAnswer
    },
  })
  expect((await uploads.settled()).files).toMatchObject({ done: 11, skipped: 1, asking: 0 })
  expect(asked).toHaveLength(2)
  const tree = server.tree()
  expect(Object.keys(tree).filter((name) => name.endsWith(' (2)'))).toHaveLength(5)
  expect(server.sessions.size).toBe(0)
})

test('without a conflict rule a taken name fails and can be retried', async () => {
  await using place = await setUp()
  const { uploads, ended } = place
  await uploads.add([file('a')])
  await uploads.settled()
  await uploads.add([file('a'), file('b')])
  expect((await uploads.settled()).files).toMatchObject({ done: 2, failed: 1 })
  expect(uploads.failures()).toMatchObject([{ path: 'a', error: { error: 'already_exists' } }])
  uploads.retry()
  expect((await uploads.settled()).files).toMatchObject({ done: 2, failed: 1 })
  expect(ended.filter(({ state }) => state === 'failed')).toHaveLength(2)
  uploads.cancel(2)
  expect(uploads.summary().files).toMatchObject({ failed: 0, cancelled: 1 })
})

test('an unreadable file fails without affecting the others', async () => {
  await using place = await setUp()
  const { uploads } = place
  const gone = () => Promise.reject(new Error('gone'))
  await uploads.add([
    file('a'),
    { path: 'gone', source: gone, size: 5 },
    { path: 'gone and large', source: gone, size: 5 * MIB },
    { path: 'shorter', source: { size: 9, slice: () => new Uint8Array(4) } },
  ])
  expect((await uploads.settled()).files).toMatchObject({ done: 1, failed: 3 })
  expect(uploads.failures().map(({ error }) => error?.error)).toEqual(
    Array(3).fill('failed_precondition'),
  )
})

test('unreadable items are listed with the reason and can be retried', async () => {
  await using place = await setUp()
  const { uploads, ended } = place
  let isThere = false
  const retry: Reread = (path) => {
    if (!isThere) throw new Error('still not')
    return path === 'folder' ? [file('folder/a'), file('folder/b')] : [file(path)]
  }
  const cause = new Error('not allowed')
  await uploads.add(
    [
      toUnreadable('locked', cause, { retry }),
      file('a'),
      toUnreadable('folder', cause, { retry, isFolder: true }),
      { path: 'changed', source: () => Promise.reject(cause), size: 5, retry },
      toUnreadable('lost', cause),
    ],
    { addition: 'all' },
  )
  const before = await uploads.settled()
  expect(before.files).toMatchObject({ total: 5, done: 1, failed: 4, unreadable: 4 })
  const rows = uploads.window(0, 5, 'interest').map(({ path, kind }) => `${kind} ${path}`)
  expect(rows).toEqual(['file locked', 'folder folder', 'file changed', 'file lost', 'file a'])
  expect(uploads.failures().every(({ error }) => isUnreadable(error))).toBe(true)
  expect(ended.map(({ state }) => state).sort()).toEqual(['done', ...Array(4).fill('failed')])

  uploads.retry()
  expect((await uploads.settled()).files).toMatchObject({ total: 5, done: 1, unreadable: 4 })
  isThere = true
  uploads.retry()
  const { files, additions } = await uploads.settled()
  expect(files).toMatchObject({ total: 6, done: 5, failed: 1, unreadable: 1 })
  expect(additions).toMatchObject([{ total: 6, done: 5, over: 5, isCounting: false }])
  expect(uploads.failures()).toMatchObject([{ path: 'lost', isUnreadable: true }])
  uploads.cancel()
  expect(uploads.summary().files).toMatchObject({ failed: 0, unreadable: 0, cancelled: 1 })
})

test('an unreadable file counts as done if the drive has it with the same size and time', async () => {
  await using place = await setUp()
  const { uploads } = place
  await uploads.add([file('a')])
  await uploads.settled()
  const hidden = { ...toUnreadable('a', undefined), size: 1, modified_time: MODIFIED }
  await uploads.add([hidden, { ...hidden, path: 'b' }], { skipSame: true })
  expect((await uploads.settled()).files).toMatchObject({ done: 2, instant: 1, unreadable: 1 })
})

test('a full drive halts the uploads with the reason, and resume continues when there is space', async () => {
  const server: DriveServerOptions = { quotaBytes: 3 * MIB }
  await using place = await setUp(server)
  const { uploads } = place
  await uploads.add([1, 2, 3, 4, 5].map((index) => file(`film ${index}`, 1.5 * MIB)))
  const stopped = await uploads.settled()
  expect(stopped.halt).toMatchObject({ kind: 'quota', error: { error: 'resource_exhausted' } })
  expect(stopped.files).toMatchObject({ done: 2, failed: 0 })
  server.quotaBytes = 100 * MIB
  uploads.resume()
  expect((await uploads.settled()).files).toMatchObject({ done: 5, failed: 0 })
})

test('after a pause an upload continues in the same session', async () => {
  const arrived = Promise.withResolvers<void>()
  let isHeld = true
  await using place = await setUp({
    before: ({ method, path }, response) => {
      if (method !== 'PUT' || path.endsWith('/0') || !isHeld) return undefined
      arrived.resolve()
      return void response.destroy()
    },
  })
  const { uploads, server } = place
  await uploads.add([file('film', 9 * MIB), ...Array.from({ length: 5 }, (_, i) => file(`s${i}`))])
  await arrived.promise
  uploads.pause()
  isHeld = false
  const count = server.received.length
  expect(uploads.summary().halt).toEqual({ kind: 'paused' })
  await until(uploads, ({ halt }) => halt?.kind === 'paused')
  uploads.resume()
  expect((await uploads.settled()).files).toMatchObject({ done: 6 })
  expect(server.calls('/drive/v1/uploads')).toHaveLength(1)
  expect(server.received.length).toBeGreaterThan(count)
  expect(server.tree().film).toBe(9 * MIB)
})

test('one upload can be paused and cancelled while others continue, and its session is removed', async () => {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await using place = await setUp({
    before: async ({ method }) => {
      if (method !== 'PUT') return undefined
      arrived.resolve()
      await held.promise
      return undefined
    },
  })
  const { uploads, server } = place
  await uploads.add([file('film', 9 * MIB), file('other', 2 * MIB)])
  await arrived.promise
  uploads.pause(1)
  expect(uploads.window(0, 1)[0]?.state).toBe('paused')
  held.resolve()
  await until(uploads, ({ files }) => files.done === 1)
  uploads.cancel(1)
  expect((await uploads.settled()).files).toMatchObject({ done: 1, cancelled: 1 })
  await expect.poll(() => server.sessions.size).toBe(0)
  expect(Object.keys(server.tree())).toEqual(['other'])
})

test('cancelling all ends every upload once and stops reading more files', async () => {
  const arrived = Promise.withResolvers<void>()
  await using place = await setUp({
    before: ({ path }, response) => {
      if (path === BUNDLE) arrived.resolve()
      return path === BUNDLE ? void response.destroy() : undefined
    },
  })
  const { uploads, ended } = place
  const adding = uploads.add(
    (async function* () {
      for (let index = 0; ; index++) yield file(`${index}`)
    })(),
  )
  await arrived.promise
  uploads.cancel()
  await adding
  const { files } = await uploads.settled()
  expect(files.cancelled).toBe(files.total)
  expect(new Set(ended.map(({ id }) => id)).size).toBe(files.total)
  expect(ended).toHaveLength(files.total)
})

test('an upload resumes from the journal after a reload and sends only the missing bytes', async () => {
  const journal = createMemoryJournal()
  const arrived = Promise.withResolvers<void>()
  let isHeld = true
  await using place = await setUp(
    {
      before: ({ method, path }) => {
        if (method !== 'PUT' || path.endsWith('/0') || !isHeld) return undefined
        arrived.resolve()
        return new Promise(() => {})
      },
    },
    { journal },
  )
  const { uploads, server, openManager } = place
  await uploads.add([file('trip/film', 9 * MIB)])
  await arrived.promise
  await expect.poll(() => server.sessions.values().next().value?.blocks.size).toBe(1)
  uploads.dispose()
  isHeld = false
  expect(await journal.list()).toMatchObject([{ path: 'trip/film', size: 9 * MIB }])

  const { uploads: later } = openManager()
  const before = server.received.length
  await later.add([file('trip/film', 9 * MIB)])
  expect((await later.settled()).files).toMatchObject({ done: 1 })
  expect(server.calls('/drive/v1/uploads')).toHaveLength(1)
  const sent = server.received.slice(before).filter(({ method }) => method === 'PUT')
  expect(sent.reduce((sum, { body }) => sum + body.length, 0)).toBe(5 * MIB)
  expect(server.tree()['trip/film']).toBe(9 * MIB)
  expect(await journal.list()).toEqual([])
  later.dispose()
})

test('with skipSame a file with the same size and time is not sent again', async () => {
  await using place = await setUp()
  const { uploads, server } = place
  const all = [file('trip/a'), file('trip/b'), file('trip/film', 2 * MIB)]
  await uploads.add(all)
  await uploads.settled()
  const before = server.received.length
  await uploads.add([...all, file('trip/b', 'another'), file('trip/new')], { skipSame: true })
  const { files } = await uploads.settled()
  expect(files).toMatchObject({ done: 7, instant: 3, failed: 1 })
  const sent = server.received.slice(before)
  expect(sent.some(({ body }) => body.includes('"path":"trip/a"'))).toBe(false)
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(0)
})

test('with skipSame a file that arrives between the check and the upload is no conflict', async () => {
  let overtake: (() => Promise<unknown>) | undefined
  await using place = await setUp({
    before: async ({ path }) => {
      if (path !== BUNDLE) return undefined
      const act = overtake
      overtake = undefined
      await act?.()
      return undefined
    },
  })
  const { uploads, server, openManager } = place
  const { uploads: earlier } = openManager()
  const all = [file('trip/a'), file('trip/b', 'bytes')]
  overtake = async () => {
    await earlier.add(all)
    await earlier.settled()
  }
  await uploads.add([...all, file('trip/c')], { skipSame: true })
  expect((await uploads.settled()).files).toMatchObject({ done: 3, instant: 2, failed: 0 })
  expect(server.fileCount()).toBe(3)
  earlier.dispose()
})

test('with skipSame: taken the folders are not read, and nobody is asked about a file that is there already', async () => {
  await using place = await setUp()
  const { uploads, server } = place
  const all = Array.from({ length: 20 }, (_, n) => file(`trip/${n}`))
  await uploads.add([...all, file('film', 9 * MIB)])
  await uploads.settled()
  const before = server.received.length
  const asked: NameConflict[] = []
  const options = {
    skipSame: 'taken' as const,
    conflict: async (conflict: NameConflict) => {
      asked.push(conflict)
      return { rule: 'skip' as const }
    },
  }
  await uploads.add([file('new'), file('film', 9 * MIB)], options)
  await uploads.settled()
  const sent = () => server.received.slice(before)
  expect(sent().filter(({ method }) => method === 'PUT')).toEqual([])
  expect(sent().filter(({ method }) => method === 'GET')).toHaveLength(1)
  await uploads.add([...all, file('trip/3', 'another')], options)
  const { files } = await uploads.settled()
  expect(files).toMatchObject({ done: 43, instant: 21, skipped: 1 })
  expect(asked).toMatchObject([{ path: 'trip/3', size: 7, holder: { kind: 'file', size: 6 } }])
})

test('uploads wait while the device is offline and continue when it is online', async () => {
  let isOnline = true
  let changed = () => {}
  const connection = {
    isOnline: () => isOnline,
    subscribe: (listener: () => void) => {
      changed = listener
      return () => {}
    },
  }
  const first = Promise.withResolvers<void>()
  await using place = await setUp(
    {
      before: (_, response) => {
        if (isOnline) return undefined
        first.resolve()
        return void response.destroy()
      },
    },
    { connection },
  )
  const { uploads, server } = place
  isOnline = false
  changed()
  expect(uploads.summary().halt).toEqual({ kind: 'offline' })
  await uploads.add([file('a'), file('film', 5 * MIB)])
  expect(server.received).toHaveLength(0)
  isOnline = true
  changed()
  expect((await uploads.settled()).files).toMatchObject({ done: 2 })
})

test('uploads halt when the session ends and continue after signing in again', async () => {
  let isRefused = true
  await using place = await setUp({
    before: ({ path }, response) => {
      if (path === '/v1/auth/signin') {
        return {
          token_type: 'Bearer',
          access_token: 'b',
          refresh_token: 'c',
          expires_in: 7200,
          sub: 'u1',
        }
      }
      if (path === '/v1/auth/token') return void sendError(response, 400, 'invalid_grant')
      return isRefused ? void sendError(response, 401, 'unauthenticated') : undefined
    },
  })
  const { uploads, client, server } = place
  await uploads.add([file('a'), file('b')])
  const { halt, files } = await uploads.settled()
  expect(halt?.kind).toBe('signed-out')
  expect(files).toMatchObject({ total: 2, failed: 0 })
  isRefused = false
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  expect((await uploads.settled()).files).toMatchObject({ done: 2 })
  expect(Object.keys(server.tree())).toEqual(['a', 'b'])
})

test('a refused bundle is halved until the faulty file is uploaded alone', async () => {
  await using place = await setUp({
    before: ({ path, body }, response) => {
      const isBad = path === BUNDLE && body.includes('"path":"bad"')
      return isBad ? void sendError(response, 400, 'invalid_argument') : undefined
    },
  })
  const { uploads, server } = place
  await uploads.add([...Array.from({ length: 20 }, (_, i) => file(`${i}`)), file('bad')])
  expect((await uploads.settled()).files).toMatchObject({ done: 21, failed: 0 })
  expect(server.fileCount()).toBe(21)
})

test('an invalid path is refused, and the files before it are uploaded', async () => {
  await using place = await setUp()
  const { uploads } = place
  for (const path of ['../up', 'a//b', '/root', 'a/./b', '']) {
    const error = await uploads
      .add([file('good'), file(path)], { conflict: 'replace' })
      .catch((e) => e)
    expect(isServiceError(error, 'invalid_argument')).toBe(true)
  }
  expect((await uploads.settled()).files).toMatchObject({ done: 5 })
})

test('the list by interest shows failed uploads first, then waiting, then finished ones', async () => {
  await using stage = await setUp()
  const { uploads } = stage
  const broken = { path: 'broken', source: () => Promise.reject(new Error('gone')), size: 5 }
  await uploads.add([file('a'), file('large', 2 * MIB), broken, file('b')])
  await uploads.settled()
  await uploads.add([file('large', 2 * MIB)], { skipSame: true })
  await uploads.settled()
  uploads.pause()
  await uploads.add([file('c'), file('d')])
  const told = (first: number, count: number) =>
    uploads.window(first, count, 'interest').map(({ path, state }) => `${path} ${state}`)
  const all = ['broken failed', 'c waiting', 'd waiting', 'a done', 'large done', 'b done']
  expect(told(0, 6)).toEqual(all)
  expect(told(2, 3)).toEqual(all.slice(2, 5))
  expect(told(6, 9)).toEqual(['large done'])
  expect(told(7, 9)).toEqual([])
  // The last one was there already.
  expect(
    uploads
      .window(0, 9, 'interest')
      .map(({ isInstant }) => isInstant)
      .lastIndexOf(true),
  ).toBe(6)
  expect(uploads.window(0, 9, 'interest').filter(({ isInstant }) => isInstant)).toHaveLength(1)
})

test('a named addition is reported in the summary until it is finished and cleared', async () => {
  await using stage = await setUp()
  const { uploads } = stage
  await uploads.add([file('here')])
  await uploads.settled()
  await uploads.add([file('trip/a'), file('trip/b')], { addition: 'trip' })
  await uploads.add([file('here')], { addition: 'taken' })
  const { additions } = await uploads.settled()
  expect(additions).toEqual([
    { name: 'trip', total: 2, done: 2, over: 2, isCounting: false },
    { name: 'taken', total: 1, done: 0, over: 0, isCounting: false },
  ])
  uploads.clear()
  expect(uploads.summary().additions.map(({ name }) => name)).toEqual(['taken'])
  uploads.cancel()
  expect(uploads.summary().additions).toEqual([
    { name: 'taken', total: 1, done: 0, over: 1, isCounting: false },
  ])
})
