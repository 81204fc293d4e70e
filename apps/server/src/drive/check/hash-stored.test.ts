import { availableParallelism } from 'node:os'
import { BLOCK_BYTES } from '@awan/protocol'
import { expect, test } from 'vitest'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { createMemoryBlobStore } from '../../blobs/memory.ts'
import { contentHash, sha256, someBytes } from '../testing.ts'
import { HashThreads } from '../uploads/hash-threads.ts'
import { hashStored } from './hash-stored.ts'
import { replaceBytes } from './testing.ts'

const ID = 'content000'

async function storeOf(bytes: Buffer): Promise<BlobStore> {
  const blobs = createMemoryBlobStore()
  await replaceBytes(blobs, ID, bytes)
  return blobs
}

test.each([0, 1, 1024 * 1024, BLOCK_BYTES + 1, 5 * BLOCK_BYTES + 5])(
  'a stored content of %i bytes has its hash, by both algorithms and again',
  async (size) => {
    await using threads = new HashThreads()
    const bytes = someBytes(size)
    const blobs = await storeOf(bytes)
    const hashes =
      size === 0 ? [contentHash(bytes)] : [contentHash(bytes), contentHash(bytes, sha256)]
    for (const hash of [...hashes, ...hashes]) {
      let read = 0
      const content = { id: ID, size, hash }
      const found = await hashStored({ blobs, threads }, content, (count) => {
        read += count
      })
      expect({ found, read }).toEqual({ found: hash, read: size })
    }
  },
)

test('a large content is read in as many places at once as there are cores', async () => {
  await using threads = new HashThreads()
  const places = Math.min(2, availableParallelism())
  const bytes = someBytes(5 * BLOCK_BYTES)
  const blobs = await storeOf(bytes)
  const all = Promise.withResolvers<void>()
  let begun = 0
  const read: BlobStore['read'] = async (...asked) => {
    if (++begun === places) all.resolve()
    await all.promise
    return blobs.read(...asked)
  }
  const content = { id: ID, size: bytes.length, hash: contentHash(bytes) }
  const found = await hashStored({ blobs: { read }, threads }, content, () => undefined)
  expect(found).toBe(content.hash)
})

test('a content that cannot be read to its end fails with what the store says', async () => {
  await using threads = new HashThreads()
  const content = { id: 'nothing000', size: 2 * BLOCK_BYTES, hash: `b3:${'0'.repeat(64)}` }
  const hashing = hashStored({ blobs: createMemoryBlobStore(), threads }, content, () => undefined)
  await expect(hashing).rejects.toMatchObject({ error: 'not_found' })
})
