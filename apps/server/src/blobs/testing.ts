import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@awan/protocol/errors'
import { describe, expect, onTestFinished } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk.ts'
import { createMemoryBlobStore } from './memory.ts'
import { openS3BlobStore } from './s3.ts'
import type { S3BlobStoreOptions } from './s3-client.ts'

/**
 * Runs the same tests on every blob store. `open` gives a fresh, empty one that is closed and emptied
 * after the test.
 *
 * @example
 * onEachBlobStore((open) => {
 *   test('...', async () => {
 *     const blobs = await open()
 *   })
 * })
 */
export function onEachBlobStore(define: (open: () => Promise<BlobStore>) => void): void {
  describe('in memory', () => define(async () => closeAfterTest(createMemoryBlobStore())))
  describe('on disk', () => define(openTestDiskStore))
  describe.skipIf(!hasTestS3)('on S3', () => define(openTestS3Store))
}

export async function openTestDiskStore(): Promise<BlobStore> {
  return closeAfterTest(await openDiskBlobStore({ path: await createTestFolder() }))
}

export async function createTestFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'awan-blobs-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

export async function openTestS3Store(): Promise<BlobStore> {
  const store = openS3BlobStore(createTestS3Options())
  // Handlers run in reverse: emptied first, then closed.
  closeAfterTest(store)
  onTestFinished(async () => {
    for await (const { id } of store.list()) await store.delete(id)
  })
  return store
}

export const hasTestS3 = process.env.AWAN_TEST_S3_URL !== undefined

/** The S3 server of the tests (`http://key:secret@host:port/bucket`), with a prefix of one's own. */
export function createTestS3Options(): S3BlobStoreOptions & { kind: 's3' } {
  const url = new URL(process.env.AWAN_TEST_S3_URL ?? '')
  return {
    kind: 's3',
    endpoint: url.origin,
    region: 'us-east-1',
    bucket: decodeURIComponent(url.pathname.slice(1)),
    prefix: `${randomUUID()}/`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: new Secret(decodeURIComponent(url.password)),
    forcePathStyle: true,
    checksums: 'when-required',
  }
}

function closeAfterTest(store: BlobStore): BlobStore {
  onTestFinished(() => store[Symbol.asyncDispose]())
  return store
}

/** Holds that an attempt ends with the error of this name, and gives it back. */
export async function expectError(attempt: Promise<unknown>, error: string): Promise<ServiceError> {
  const thrown = await attempt.then(
    () => 'nothing was thrown',
    (reason: unknown) => reason,
  )
  expect(thrown).toBeInstanceOf(ServiceError)
  expect(thrown).toMatchObject({ error })
  return thrown as ServiceError
}
