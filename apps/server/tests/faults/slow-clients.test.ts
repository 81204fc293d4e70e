import { readdir, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'
import type { ConnectionLimits } from '../../src/http/server.ts'
import { openDriveCalls } from '../testing/drive-calls.ts'
import { findWrongRows } from '../testing/left-behind.ts'
import { openRaw, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import {
  beginUpload,
  commit,
  contentOf,
  findLostBlocks,
  sendMissing,
} from '../testing/uploading.ts'

test('clients that send too slowly are disconnected, and do not delay others', async () => {
  const { server, token, calls, backend } = await prepare({
    requestMs: 5_000,
    pauseMs: 5_000,
    idleMs: 60_000,
  })
  const content = contentOf(2 * BLOCK_BYTES, 1)
  const place = { name: 'film', parentId: 'root' }
  const uploading = await beginUpload(calls, place, content)
  const head = (line: string, length: number) =>
    `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-length: ${length}\r\n\r\n`
  const slow = Array.from({ length: 10 }, () => [
    drip(server.url, 'GET /drive/v1/files HTTP/1.1\r\nx-slow: '),
    drip(server.url, head('POST /drive/v1/files', 100)),
    drip(server.url, head(`PUT /drive/v1/uploads/${uploading.id}/blocks/0`, BLOCK_BYTES)),
  ]).flat()

  for (let i = 0; i < 20; i++) {
    await calls.json('POST /drive/v1/files', { kind: 'folder', name: `f${i}` })
  }
  const quick = await beginUpload(calls, { name: 'quick', parentId: 'root' }, content)
  await sendMissing(calls, quick)
  const id = await commit(calls, quick, 'fail')
  expect(content.bytes.equals(await calls.content(id))).toBe(true)

  const answers = await Promise.all(slow.map(({ over }) => over))
  for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 408 .*deadline_exceeded.*)?$/s)
  // Their claims are released: their upload can continue at once.
  await sendMissing(calls, uploading)
  await commit(calls, uploading, 'fail')
  expect(await findWrongRows(backend)).toEqual([])
})

test('a client that disconnects during an upload leaves no open file or connection, and can resume', async () => {
  const { server, token, calls, backend, blobs } = await prepare()
  const content = contentOf(3 * BLOCK_BYTES, 2)
  const uploading = await beginUpload(calls, { name: 'film', parentId: 'root' }, content)
  const open = await server.connections()
  const sockets = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const socket = plug(server.url)
      socket.write(
        `PUT /drive/v1/uploads/${uploading.id}/blocks/0 HTTP/1.1\r\nhost: localhost\r\n` +
          `authorization: Bearer ${token}\r\ncontent-length: ${content.bytes.length}\r\n\r\n`,
      )
      socket.write(content.bytes.subarray(0, BLOCK_BYTES + 1000))
      return socket
    }),
  )
  await until(async () => (await countOpenFiles(blobs)) > 0)
  for (const socket of sockets) socket.resetAndDestroy()
  await until(async () => (await server.connections()) <= open)
  await until(async () => (await countOpenFiles(blobs)) === 0)

  expect(await findLostBlocks(calls, uploading)).toEqual([])
  await sendMissing(calls, uploading)
  const id = await commit(calls, uploading, 'fail')
  expect(content.bytes.equals(await calls.content(id))).toBe(true)
  expect(await findWrongRows(backend)).toEqual([])
  expect(server.log()).not.toContain('request failed')
})

test('a download that is not read, or was disconnected, is closed after a timeout', async () => {
  const { server, token, calls, blobs } = await prepare({
    requestMs: 60_000,
    pauseMs: 60_000,
    idleMs: 4_000,
  })
  const content = contentOf(16 * BLOCK_BYTES, 3)
  const uploading = await beginUpload(calls, { name: 'film', parentId: 'root' }, content)
  await sendMissing(calls, uploading)
  const id = await commit(calls, uploading, 'fail')
  const open = await server.connections()
  const readers = Array.from({ length: 8 }, () => {
    const socket = plug(server.url)
    socket.pause()
    socket.write(
      `GET /drive/v1/files/${id}/content HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    return socket
  })
  await until(async () => (await countOpenFiles(blobs)) === readers.length)
  for (const socket of readers.slice(0, 4)) socket.resetAndDestroy()
  await until(async () => (await countOpenFiles(blobs)) === 0)
  await until(async () => (await server.connections()) <= open)
  // A client that reads is not disconnected.
  expect(content.bytes.equals(await calls.content(id))).toBe(true)
})

async function prepare(connectionLimits?: ConnectionLimits) {
  const dataDir = await createTestFolder()
  const blobs = join(dataDir, 'blobs')
  const backend = {
    dataDir,
    database: { kind: 'sqlite', path: join(dataDir, 'awan.sqlite') },
    blobs: { kind: 'disk', path: blobs },
  } as const
  const server = await startServer(backend, {}, connectionLimits ? { connectionLimits } : {})
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  return { server, backend, blobs, token, calls: openDriveCalls(server.url, token) }
}

/** It stays when the other side says goodbye, as those do who mean no good. */
function plug(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Begins a request and then sends a letter every tenth of a second, until somebody hangs up. */
function drip(url: string, beginning: string): { over: Promise<string> } {
  const socket = plug(url)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.write(beginning)
  const timer = setInterval(() => socket.write('x'), 100)
  const { promise: over, resolve } = Promise.withResolvers<string>()
  socket.on('close', () => {
    clearInterval(timer)
    resolve(answer)
  })
  return { over }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(5)
}

/** The server is in this process, and its files with it. */
async function countOpenFiles(folder: string): Promise<number> {
  let count = 0
  for (const descriptor of await readdir('/proc/self/fd')) {
    // The descriptor of this very listing is gone by now.
    const target = await readlink(`/proc/self/fd/${descriptor}`).catch(() => '')
    if (target.startsWith(folder)) count++
  }
  return count
}
