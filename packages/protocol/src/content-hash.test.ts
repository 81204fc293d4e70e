import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { blockLength, countBlocks, hashContent } from './content-hash.ts'
import { BLOCK_BYTES } from './limits.ts'

const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const subtle = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes)

test('the content hash is the hash of the joined block hashes, in browser and Node', async () => {
  // SHA-256 of "abc", and SHA-256 of those 32 bytes, from FIPS 180-4 implementations elsewhere.
  const block = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const twice = '4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358'
  expect(await hashContent([block], sha256)).toBe(twice)
  expect(await hashContent([block], subtle)).toBe(twice)
  expect(await hashContent([block, block], subtle)).toBe(await hashContent([block, block], sha256))
})

test('empty content has no blocks, and its hash is that of zero bytes', async () => {
  expect(countBlocks(0)).toBe(0)
  expect(await hashContent([], subtle)).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
})

test('all blocks except the last are full', () => {
  const size = 2 * BLOCK_BYTES + 1
  expect(countBlocks(size)).toBe(3)
  expect([0, 1, 2, 3].map((block) => blockLength(size, block))).toEqual([
    BLOCK_BYTES,
    BLOCK_BYTES,
    1,
    0,
  ])
})
