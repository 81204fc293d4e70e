import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openAccountServer } from '../testing/account-server.ts'
import { caught } from '../testing/caught.ts'
import { type Handler, sendError } from '../testing/local-server.ts'
import { createDriveClient } from './index.ts'

async function setUp(overrides: Record<string, Handler>) {
  const server = await openAccountServer(overrides)
  const runtime = createMemoryRuntime()
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  await client.signIn.withPassword({ username: 'ana', password: 'secret' })
  const drive = createDriveClient(client)
  return { server, runtime, drive, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('file calls send the paths, queries and bodies of the protocol', async () => {
  await using place = await setUp({
    '/drive/v1/files': () => ({ files: [], seq: 1 }),
    '/drive/v1/files/a%2Fb': () => ({ id: 'a/b' }),
    '/drive/v1/files/x/link': () => ({ url: '/drive/v1/content/l' }),
    '/drive/v1/files:zip': () => ({ url: '/drive/v1/archives/l' }),
    '/drive/v1/about': () => ({ seq: 1 }),
  })
  const { files, about } = place.drive
  await files.list({ parent_id: 'p', page_size: 50, page_token: undefined })
  await files.createFolder({ name: 'Photos', conflict: 'rename' })
  await files.get('a/b')
  await files.link('x')
  await files.update('a/b', { name: 'c', starred: true }, { etag: '"a/b.1"' })
  await files.zip(['x', 'y'], { name: 'z.zip' })
  await about()
  const [, list, create, get, link, update, zip] = place.server.received
  expect(list?.query.toString()).toBe('parent_id=p&page_size=50')
  expect(create).toMatchObject({
    method: 'POST',
    json: { kind: 'folder', name: 'Photos', conflict: 'rename' },
  })
  expect(get?.path).toBe('/drive/v1/files/a%2Fb')
  expect(update).toMatchObject({ method: 'PATCH', json: { name: 'c', starred: true } })
  expect(update?.headers['if-match']).toBe('"a/b.1"')
  expect(link?.method).toBe('POST')
  expect(zip).toMatchObject({ method: 'POST', json: { ids: ['x', 'y'], name: 'z.zip' } })
  expect(list?.headers.authorization).toBe('Bearer access-1')
})

test('a listing sends its order and its filter', async () => {
  await using place = await setUp({ '/drive/v1/files': () => ({ files: [], seq: 1 }) })
  await place.drive.files.list({
    order_by: 'size',
    direction: 'desc',
    folders_first: false,
    starred: true,
    tag: 'a b',
    size_min: 5,
  })
  expect(place.server.received.at(-1)?.query.toString()).toBe(
    'order_by=size&direction=desc&folders_first=false&starred=true&tag=a+b&size_min=5',
  )
})

test('a search sends its text and filters, and can be cancelled', async () => {
  await using place = await setUp({ '/drive/v1/search': () => ({ hits: [], seq: 1 }) })
  const { search } = place.drive
  await search({ q: 'sea 会议', parent_id: 'p', starred: false, type_group: 'image', page_size: 5 })
  const asked = place.server.received.at(-1)?.query
  expect(Object.fromEntries(asked ?? [])).toEqual({
    q: 'sea 会议',
    parent_id: 'p',
    starred: 'false',
    type_group: 'image',
    page_size: '5',
  })
  const signal = AbortSignal.abort()
  await expect(search({ q: 's' }, { signal })).rejects.toMatchObject({ error: 'cancelled' })
})

test('list calls send the paths and queries of the protocol', async () => {
  const answer = () => ({ files: [], tags: [], seq: 1 })
  await using place = await setUp({
    '/drive/v1/recent': answer,
    '/drive/v1/starred': answer,
    '/drive/v1/photos': answer,
    '/drive/v1/photos:measure': answer,
    '/drive/v1/files:photoTimes': answer,
    '/drive/v1/trash': answer,
    '/drive/v1/tags': answer,
    '/drive/v1/files/x/summary': answer,
    '/drive/v1/files:count': answer,
    '/drive/v1/activity': answer,
  })
  const { lists, activity } = place.drive
  await lists.recent({ page_size: 5 })
  await lists.starred({ page_token: 't' })
  await lists.photos({ page_size: 7 })
  await lists.measurePhotos({ utc_offset: -60 })
  await lists.photoTimes(['x'])
  await lists.trash()
  await lists.tags()
  await lists.summary('x')
  await lists.count({ place: 'drive', starred: true, tag: 'sea' })
  await activity.list({ node_id: 'x' })
  const asked = place.server.received.slice(1).map(({ path, query }) => `${path}?${query}`)
  expect(asked).toEqual([
    '/drive/v1/recent?page_size=5',
    '/drive/v1/starred?page_token=t',
    '/drive/v1/photos?page_size=7',
    '/drive/v1/photos:measure?utc_offset=-60',
    '/drive/v1/files:photoTimes?',
    '/drive/v1/trash?',
    '/drive/v1/tags?',
    '/drive/v1/files/x/summary?',
    '/drive/v1/files:count?place=drive&starred=true&tag=sea',
    '/drive/v1/activity?node_id=x',
  ])
})

test('a download returns the requested range as a stream', async () => {
  await using place = await setUp({
    '/drive/v1/files/f/content': ({ headers }, response) => {
      response.writeHead(206, { 'content-range': headers.range?.replace('=', ' ') }).end('hello')
      return undefined
    },
  })
  const content = await place.drive.files.download('f', { range: { start: 5, end: 9 } })
  expect(content.status).toBe(206)
  expect(content.headers.get('content-range')).toBe('bytes 5-9')
  expect(await content.text()).toBe('hello')
  await (await place.drive.files.download('f', { range: { start: 5 } })).body?.cancel()
  expect(place.server.received.at(-1)?.headers.range).toBe('bytes=5-')
})

test('a thumbnail of the requested size is returned as bytes', async () => {
  await using place = await setUp({
    '/drive/v1/files/f/thumbnail': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/webp' }).end('picture')
      return undefined
    },
  })
  const picture = await place.drive.files.thumbnail('f', { size: '512' })
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(await picture.text()).toBe('picture')
  expect(place.server.received.at(-1)?.query.toString()).toBe('size=512')
})

test('a download that is refused, silent, cut off or cancelled ends with a typed error', async () => {
  await using place = await setUp({
    '/drive/v1/files/missing/content': (_request, response) =>
      sendError(response, 404, 'not_found'),
    '/drive/v1/files/silent/content': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      return undefined
    },
    '/drive/v1/files/cut/content': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
      return undefined
    },
  })
  const { runtime, drive } = place
  expect((await caught(drive.files.download('missing'))).error).toBe('not_found')

  const silent = (await drive.files.download('silent')).body?.getReader()
  expect(Buffer.from((await silent?.read())?.value ?? []).toString()).toBe('half')
  const rest = caught(silent?.read() ?? Promise.resolve())
  await runtime.timerOf(60_000)
  runtime.advance(60_000)
  expect(await rest).toMatchObject({ error: 'unreachable', uri: '/drive/v1/files/silent/content' })

  const cut = await drive.files.download('cut')
  expect((await caught(cut.arrayBuffer())).error).toBe('unreachable')

  const stop = new AbortController()
  const cancelled = (
    await drive.files.download('silent', { signal: stop.signal })
  ).body?.getReader()
  await cancelled?.read()
  const end = caught(cancelled?.read() ?? Promise.resolve())
  stop.abort()
  expect((await end).error).toBe('cancelled')
})
