import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, type TestContext, test } from 'vitest'
import { createTestFolder } from '../../src/blobs/testing.ts'
import { mountSmallDisk, remount } from '../../src/blobs/testing-small-disk.ts'
import type { Backend } from '../testing/backends.ts'
import { endOf, openDriveCalls } from '../testing/drive-calls.ts'
import { findLeftovers, findWrongRows } from '../testing/left-behind.ts'
import { openRaw, signUpRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import { beginUpload, commit, contentOf, sendMissing } from '../testing/uploading.ts'

test('on a full disk writes answer resource_exhausted, nothing is lost, and freeing space is enough to recover', async (context) => {
  const { backend, disk } = await prepare(context, { database: 'on the disk' })
  await using server = await startServer(backend)
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  const calls = openDriveCalls(server.url, token)
  const kept = contentOf(BLOCK_BYTES + 5, 1)
  const first = await beginUpload(calls, { name: 'kept', parentId: 'root' }, kept)
  await sendMissing(calls, first)
  const keptId = await commit(calls, first, 'fail')

  // Contents first: the next ones do not fit.
  const large = contentOf(6 * BLOCK_BYTES, 2)
  const open = await beginUpload(calls, { name: 'large', parentId: 'root' }, large)
  expect(await endOf(sendMissing(calls, open))).toBe('resource_exhausted')

  // Then every byte: not even a row can be written.
  const filler = join(disk, 'filler')
  await fill(filler)
  const refused = new Set<string>()
  for (let i = 0; i < 50; i++) {
    refused.add(await endOf(calls.json('POST /drive/v1/files', { kind: 'folder', name: `f${i}` })))
  }
  expect([...refused].filter((end) => end !== 'yes')).toEqual(['resource_exhausted'])
  const { files } = await calls.json('GET /drive/v1/files?page_size=1000')
  const names = files.map(({ name }: { name: string }) => name)
  expect(names).toContain('kept')
  expect(kept.bytes.equals(await calls.content(keptId))).toBe(true)
  expect(await health(server.url)).toBe('200 degraded')

  await rm(filler)
  await calls.json('POST /drive/v1/files', { kind: 'folder', name: 'after' })
  // The upload that did not fit is aborted, and a smaller one succeeds.
  await calls.json(`DELETE /drive/v1/uploads/${open.id}`)
  // A failure is kept for a second.
  server.clock.advance(1_000)
  expect(await health(server.url)).toBe('200 ok')
  const small = contentOf(2 * BLOCK_BYTES, 3)
  const second = await beginUpload(calls, { name: 'small', parentId: 'root' }, small)
  await sendMissing(calls, second)
  expect(small.bytes.equals(await calls.content(await commit(calls, second, 'fail')))).toBe(true)
  expect(kept.bytes.equals(await calls.content(keptId))).toBe(true)
  expect(await findWrongRows(backend)).toEqual([])
  server.clock.advance(9 * 86_400_000)
  await server.runChores()
  expect(await findLeftovers(backend)).toEqual([])
})

test('an upload stopped by a full disk resumes when there is space', async (context) => {
  const { backend, disk } = await prepare(context, { database: 'elsewhere' })
  await using server = await startServer(backend)
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  const calls = openDriveCalls(server.url, token)
  const filler = join(disk, 'filler')
  await writeFile(filler, Buffer.alloc(2 * BLOCK_BYTES))
  const content = contentOf(5 * BLOCK_BYTES, 4)
  const uploading = await beginUpload(calls, { name: 'film', parentId: 'root' }, content)
  expect(await endOf(sendMissing(calls, uploading))).toBe('resource_exhausted')
  expect(uploading.kept.size).toBeGreaterThan(0)
  await rm(filler)
  await sendMissing(calls, uploading)
  const id = await commit(calls, uploading, 'fail')
  expect(content.bytes.equals(await calls.content(id))).toBe(true)
  expect(await findWrongRows(backend)).toEqual([])
})

test('on a read-only disk uploads answer unavailable, downloads work, and uploads resume when it is writable', async (context) => {
  const { backend, disk } = await prepare(context, { database: 'elsewhere' })
  await using server = await startServer(backend)
  const { token } = await signUpRaw(server.url, openRaw(server.url))
  const calls = openDriveCalls(server.url, token)
  const content = contentOf(BLOCK_BYTES, 5)
  const uploading = await beginUpload(calls, { name: 'before', parentId: 'root' }, content)
  await sendMissing(calls, uploading)
  const id = await commit(calls, uploading, 'fail')
  const later = contentOf(2 * BLOCK_BYTES, 6)
  const open = await beginUpload(calls, { name: 'later', parentId: 'root' }, later)

  await remount(disk, 'ro')
  expect(await endOf(sendMissing(calls, open))).toBe('unavailable')
  const another = beginUpload(calls, { name: 'another', parentId: 'root' }, contentOf(9e6, 7))
  expect(await endOf(another)).toBe('unavailable')
  expect(content.bytes.equals(await calls.content(id))).toBe(true)
  await calls.json(`PATCH /drive/v1/files/${id}`, { name: 'renamed' })

  await remount(disk, 'rw')
  await sendMissing(calls, open)
  expect(later.bytes.equals(await calls.content(await commit(calls, open, 'fail')))).toBe(true)
  expect(await findWrongRows(backend)).toEqual([])
})

/** Contents on a disk of 24 MiB, and the database there too or where there is room. */
async function prepare(
  context: TestContext,
  { database }: { database: 'on the disk' | 'elsewhere' },
): Promise<{ backend: Backend; disk: string }> {
  const disk = await mountSmallDisk(context, '24m')
  const dataDir = database === 'elsewhere' ? await createTestFolder() : disk
  const backend: Backend = {
    dataDir,
    database: { kind: 'sqlite', path: join(dataDir, 'awan.sqlite') },
    blobs: { kind: 'disk', path: join(disk, 'blobs') },
  }
  return { backend, disk }
}

async function fill(path: string): Promise<void> {
  const end = await writeFile(path, Buffer.alloc(64 * 1024 * 1024)).catch((error) => error.code)
  expect(end).toBe('ENOSPC')
}

async function health(url: string): Promise<string> {
  const answer = await fetch(`${url}/health/ready`)
  const { status } = (await answer.json()) as { status: string }
  return `${answer.status} ${status}`
}
