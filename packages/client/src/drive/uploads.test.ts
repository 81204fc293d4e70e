import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blake3 } from '@napi-rs/blake-hash'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime, type MemoryRuntimeOptions } from '../runtime/memory.ts'
import { createNodeRuntime, fileSource } from '../runtime/node.ts'
import type { Page } from '../runtime/runtime.ts'
import { caught } from '../testing/caught.ts'
import { sendError } from '../testing/local-server.ts'
import { BLOCK, openUploadServer } from '../testing/upload-server.ts'
import { createDriveClient } from './index.ts'

function setUp(origin: string, options: MemoryRuntimeOptions = {}) {
  const runtime = createMemoryRuntime(options)
  runtime.storage.set(
    'credentials_awan-test',
    JSON.stringify({
      token_type: 'Bearer',
      access_token: 'a',
      refresh_token: 'r',
      sub: 'u1',
      expires_in: 7200,
      expires_at: '2099-01-01T00:00:00Z',
    }),
  )
  const client = createAwanClient({ clientId: 'awan-test', origins: [origin], runtime })
  return { runtime, drive: createDriveClient(client) }
}

/** Bytes that differ from block to block. */
function content(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 4096) bytes[at] = (at / 4096) % 251
  return bytes
}

function source(bytes: Uint8Array<ArrayBuffer>) {
  return { size: bytes.length, slice: (start: number, end: number) => bytes.subarray(start, end) }
}

function hashesOf(bytes: Uint8Array): string[] {
  const hashes: string[] = []
  for (let at = 0; at < bytes.length; at += BLOCK) {
    hashes.push(`b3:${blake3(Buffer.from(bytes.subarray(at, at + BLOCK))).toString('hex')}`)
  }
  return hashes
}

const PAGE: Page = {
  document: { cookie: '' },
  hostName: 'drive.example.org',
  isSecure: false,
  loadScript: async () => undefined,
  global: () => undefined,
  expose: () => () => undefined,
}

test('a Blob is uploaded in blocks and arrives complete', async () => {
  await using server = await openUploadServer()
  const bytes = content(5 * BLOCK + 17)
  const progress: number[] = []
  const { drive } = setUp(server.origin)
  const file = await drive.uploads.upload(new Blob([bytes]), {
    name: 'film.mkv',
    parent_id: 'folder',
    conflict: 'rename',
    mime_type: 'video/x-matroska',
    onProgress: ({ sentBytes, totalBytes }) => {
      expect(totalBytes).toBe(bytes.length)
      progress.push(sentBytes)
    },
  })
  expect(file.id).toBe('f1')
  expect(server.received[0]?.json).toMatchObject({
    parent_id: 'folder',
    name: 'film.mkv',
    size: bytes.length,
    mime_type: 'video/x-matroska',
  })
  expect(server.content().equals(bytes)).toBe(true)
  expect(server.state.committed).toEqual({ conflict: 'rename' })
  expect(progress[0]).toBe(0)
  expect(progress.at(-1)).toBe(bytes.length)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
})

test('every block is announced by its hash, and content that the server has is not sent', async () => {
  const bytes = content(2 * BLOCK)
  await using server = await openUploadServer({
    before: ({ method, path }) => {
      if (method !== 'POST' || path.endsWith('/commit')) return undefined
      server.state.blocks.set(0, Buffer.alloc(0)).set(1, Buffer.alloc(0))
      return undefined
    },
  })
  const { drive } = setUp(server.origin)
  await drive.uploads.upload(source(bytes), { name: 'known' })
  expect(server.state.announced).toEqual(hashesOf(bytes))
  expect(server.puts()).toHaveLength(0)
  expect(server.state.committed).toEqual({})
})

test('uploading an empty file takes two calls', async () => {
  await using server = await openUploadServer()
  await setUp(server.origin).drive.uploads.upload(new Blob([]), { name: 'empty' })
  expect(server.received.map(({ path }) => path)).toEqual([
    '/drive/v1/uploads',
    '/drive/v1/uploads/up1/commit',
  ])
})

test('a resumed upload sends only the missing blocks', async () => {
  await using server = await openUploadServer()
  const bytes = content(6 * BLOCK)
  server.state.size = bytes.length
  for (const block of [0, 1, 4]) {
    server.state.blocks.set(block, Buffer.from(bytes.subarray(block * BLOCK, (block + 1) * BLOCK)))
  }
  const progress: number[] = []
  await setUp(server.origin).drive.uploads.upload(source(bytes), {
    name: 'film',
    uploadId: 'up1',
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  })
  expect(server.received[0]).toMatchObject({ method: 'GET', path: '/drive/v1/uploads/up1' })
  const sent = server.puts().reduce((sum, { body }) => sum + body.length, 0)
  expect(sent).toBe(3 * BLOCK)
  expect(progress[0]).toBe(3 * BLOCK)
  expect(server.content().equals(bytes)).toBe(true)
})

test('an upload is not resumed with a source of another size', async () => {
  await using server = await openUploadServer()
  server.state.size = 10
  const call = setUp(server.origin).drive.uploads.upload(new Blob(['x']), {
    name: 'n',
    uploadId: 'up1',
  })
  expect((await caught(call)).error).toBe('invalid_argument')
})

test('upload requests cover whole units of blocks', async () => {
  await using server = await openUploadServer({ blocksPerPut: 3 })
  const bytes = content(7 * BLOCK + 1)
  await setUp(server.origin).drive.uploads.upload(source(bytes), { name: 'n' })
  const pieces = server
    .puts()
    .map(({ path, body }) => [Number(path.split('/').at(-1)), body.length])
  expect(pieces.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [0, 3 * BLOCK],
    [3, 3 * BLOCK],
    [6, BLOCK + 1],
  ])
})

test('up to four requests run in parallel on a fast connection', async () => {
  let arrived = 0
  let running = 0
  let most = 0
  const four = Promise.withResolvers<void>()
  await using server = await openUploadServer({
    before: async ({ method }) => {
      if (method !== 'PUT') return undefined
      most = Math.max(most, ++running)
      if (running === 4) four.resolve()
      // The first ones are answered at once.
      if (++arrived > 3) await four.promise
      running -= 1
      return undefined
    },
  })
  const bytes = content(16 * BLOCK)
  await setUp(server.origin).drive.uploads.upload(source(bytes), { name: 'n' })
  expect(most).toBe(4)
  expect(server.content().equals(bytes)).toBe(true)
})

test('an upload retries until the server is available again', async () => {
  let isDown = true
  await using server = await openUploadServer({
    before: ({ method }, response) => {
      if (method === 'PUT' && isDown) sendError(response, 503, 'unavailable')
      return undefined
    },
  })
  const bytes = content(4 * BLOCK)
  const { runtime, drive } = setUp(server.origin)
  const upload = drive.uploads.upload(source(bytes), { name: 'n' })
  await runtime.timerOf(1000)
  runtime.advance(1000)
  await runtime.timerOf(2000)
  isDown = false
  runtime.advance(2000)
  await upload
  expect(server.content().equals(bytes)).toBe(true)
})

test('an upload that gives up during an outage can be resumed', async () => {
  await using server = await openUploadServer({
    before: ({ method }, response) => {
      if (method === 'PUT') sendError(response, 503, 'unavailable')
      return undefined
    },
  })
  const { runtime, drive } = setUp(server.origin)
  const created: string[] = []
  const upload = caught(
    drive.uploads.upload(source(content(10)), {
      name: 'n',
      onCreated: ({ id }) => created.push(id),
    }),
  )
  for (const seconds of [1, 2, 4, 8, 16, 30, 30, 30]) {
    await runtime.timerOf(seconds * 1000)
    runtime.advance(seconds * 1000)
  }
  expect((await upload).error).toBe('unavailable')
  expect(created).toEqual(['up1'])
  expect(server.state.committed).toBeUndefined()
})

test('a damaged block is sent again, and repeated damage ends the upload', async () => {
  let damaged = 1
  await using server = await openUploadServer({
    before: ({ method }, response) => {
      if (method === 'PUT' && damaged-- > 0) sendError(response, 460, 'data_loss')
      return undefined
    },
  })
  const { runtime, drive } = setUp(server.origin)
  const first = drive.uploads.upload(source(content(10)), { name: 'n' })
  await runtime.timerOf(1000)
  runtime.advance(1000)
  await first

  damaged = Number.POSITIVE_INFINITY
  server.state.blocks.clear()
  const second = caught(drive.uploads.upload(source(content(10)), { name: 'n' }))
  for (const seconds of [1, 2]) {
    await runtime.timerOf(seconds * 1000)
    runtime.advance(seconds * 1000)
  }
  expect((await second).error).toBe('data_loss')
})

test('an upload ends with the error when the server refuses a block', async () => {
  await using server = await openUploadServer({
    before: ({ method }, response) => {
      if (method === 'PUT') sendError(response, 404, 'not_found')
      return undefined
    },
  })
  const { drive } = setUp(server.origin)
  const upload = drive.uploads.upload(source(content(20 * BLOCK)), { name: 'n' })
  expect((await caught(upload)).error).toBe('not_found')
  expect(server.state.committed).toBeUndefined()
})

test('an aborted upload ends with cancelled and is not deleted on the server', async () => {
  const pause = new AbortController()
  await using server = await openUploadServer({
    before: ({ method, path }) => {
      if (method === 'PUT' && !path.endsWith('/0')) pause.abort()
      return undefined
    },
  })
  const { drive } = setUp(server.origin)
  const upload = drive.uploads.upload(source(content(20 * BLOCK)), {
    name: 'n',
    signal: pause.signal,
  })
  expect((await caught(upload)).error).toBe('cancelled')
  expect(server.received.every(({ method }) => method !== 'DELETE')).toBe(true)
})

test('a page announces hashes without TLS and without WebAssembly, which its policy may forbid', async () => {
  await using server = await openUploadServer()
  const bytes = content(BLOCK + 5)
  const warned = vi.spyOn(console, 'warn')
  vi.stubGlobal('WebAssembly', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { drive } = setUp(server.origin, { sha256: undefined, page: PAGE })
  await drive.uploads.upload(source(bytes), { name: 'n' })
  expect(server.state.announced).toEqual(hashesOf(bytes))
  expect(warned).not.toHaveBeenCalled()
})

test('a worker and a Node process announce the same hashes', async () => {
  const bytes = content(BLOCK + 5)
  const { blake3: native } = createNodeRuntime()
  expect(native).toBeDefined()
  for (const platform of [{}, { blake3: native }]) {
    await using server = await openUploadServer()
    await setUp(server.origin, platform).drive.uploads.upload(source(bytes), { name: 'n' })
    expect(server.state.announced).toEqual(hashesOf(bytes))
  }
})

test('an upload that was begun by SHA-256 is resumed without hashes', async () => {
  await using server = await openUploadServer({ hashAlgorithm: 'sha256' })
  const bytes = content(BLOCK + 5)
  server.state.size = bytes.length
  const origin = 'http://drive.example.org'
  const { drive } = setUp(origin, {
    fetch: (url, init) => fetch(url.replace(origin, server.origin), init),
  })
  await drive.uploads.upload(source(bytes), { name: 'n', uploadId: 'up1' })
  expect(server.content().equals(bytes)).toBe(true)
  for (const { headers } of server.puts()) expect(headers).not.toHaveProperty('x-block-hashes')
})

test.each([
  ['http://localhost:8080', false],
  ['https://drive.example.org', false],
  ['http://drive.example.org', true],
])('a resumed upload to %s sends block hashes: %s', async (origin, hasHashes) => {
  await using server = await openUploadServer()
  const bytes = content(BLOCK + 5)
  server.state.size = bytes.length
  const { drive } = setUp(origin, {
    fetch: (url, init) => fetch(url.replace(origin, server.origin), init),
  })
  await drive.uploads.upload(source(bytes), { name: 'n', uploadId: 'up1' })
  expect(server.content().equals(bytes)).toBe(true)
  for (const { headers } of server.puts()) expect('x-block-hashes' in headers).toBe(hasHashes)
})

test('a file on disk is uploaded, and one that became shorter is refused', async () => {
  await using server = await openUploadServer()
  const folder = await mkdtemp(join(tmpdir(), 'awan-client-'))
  try {
    const path = join(folder, 'file')
    const bytes = content(BLOCK + 5)
    await writeFile(path, bytes)
    const { drive } = setUp(server.origin)
    const disk = fileSource(path)
    await drive.uploads.upload(disk, { name: 'file' })
    expect(server.content().equals(bytes)).toBe(true)

    await writeFile(path, 'short')
    expect((await caught(drive.uploads.upload(disk, { name: 'file' }))).error).toBe(
      'failed_precondition',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
