import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { DiskReader } from './disk-reader.ts'

const bytes = randomBytes(5_000_001)

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'awan-reader-'))
  const path = join(folder, 'content')
  await writeFile(path, bytes)
  return {
    open: () => open(path),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** A server that sends what it is given to whoever asks, and an answer of it that nobody reads yet. */
async function serve(reader: DiskReader) {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-length', reader.exactBytes)
    reader.on('error', () => answer.destroy())
    answer.on('close', () => reader.destroy())
    reader.pipe(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return {
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isOpen(file: FileHandle): boolean {
  return file.fd !== -1
}

test('a slow reader gets every byte as it is in the file', async () => {
  await using content = await setUp()
  const file = await content.open()
  await using served = await serve(new DiskReader(file, { start: 0, end: bytes.length - 1 }))
  const received: Buffer[] = []
  for await (const piece of served.answer) {
    received.push(piece)
    // The server has all the time it wants to fill its buffers with what comes next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(Buffer.concat(received).equals(bytes)).toBe(true)
  expect(isOpen(file)).toBe(false)
})

test('only the requested range is sent', async () => {
  await using content = await setUp()
  const reader = new DiskReader(await content.open(), { start: 1_000_000, end: 3_333_333 })
  await using served = await serve(reader)
  const received = await buffer(served.answer)
  expect(received.equals(bytes.subarray(1_000_000, 3_333_334))).toBe(true)
})

test('pieces that a stream buffers are not overwritten', async () => {
  await using content = await setUp()
  const reader = new DiskReader(await content.open(), { start: 0, end: bytes.length - 1 })
  const through = new PassThrough({ highWaterMark: 2 * bytes.length })
  reader.pipe(through)
  await once(through, 'finish')
  expect((await buffer(through)).equals(bytes)).toBe(true)
})

test('the file is closed when the receiver goes away', async () => {
  await using content = await setUp()
  const file = await content.open()
  const reader = new DiskReader(file, { start: 0, end: bytes.length - 1 })
  await using served = await serve(reader)
  const closed = once(reader, 'close')
  served.answer.destroy()
  await closed
  expect(isOpen(file)).toBe(false)
})

test('reading a file that is shorter than expected fails with data_loss', async () => {
  await using content = await setUp()
  const file = await content.open()
  const reader = new DiskReader(file, { start: 0, end: bytes.length + 9 })
  await using served = await serve(reader)
  await expect(buffer(served.answer)).rejects.toThrow('aborted')
  expect(reader.errored).toMatchObject({ error: 'data_loss' })

  const read = new DiskReader(await content.open(), { start: 0, end: bytes.length + 9 })
  read.resume()
  await expect(finished(read)).rejects.toMatchObject({ error: 'data_loss' })
})

test('an answer is cut off at the piece before which the reader is told not to go on', async () => {
  await using content = await setUp()
  const reader = new DiskReader(await content.open(), { start: 0, end: bytes.length - 1 })
  let pieces = 0
  reader.askBeforePiece = () => {
    pieces++
    return pieces < 3 ? undefined : Promise.reject(new Error('not any more'))
  }
  await using served = await serve(reader)
  let received = 0
  const reading = async () => {
    for await (const piece of served.answer) received += piece.length
  }
  await expect(reading()).rejects.toThrow('aborted')
  expect(received).toBeLessThan(bytes.length)
  expect(pieces).toBe(3)
  await expect.poll(() => reader.closed).toBe(true)
})
