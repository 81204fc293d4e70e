import { randomBytes } from 'node:crypto'
import { BLOCK_BYTES, HASH_ALGORITHMS, type HashAlgorithm } from '@awan/protocol'
import { expect, test } from 'vitest'
import { createBlockHasher } from '../contents/block-hash.ts'
import type { HashedPieces } from './block-hashing.ts'
import { BlockReader } from './block-reader.ts'
import { HashThreads } from './hash-threads.ts'

const SIZE = BLOCK_BYTES + 100_000

test.each(HASH_ALGORITHMS)(
  'a hash thread returns the bytes unchanged, with the %s of each completed block',
  async (algorithm) => {
    await using threads = new HashThreads()
    const content = new Uint8Array(randomBytes(SIZE))
    const blocks = new BlockReader(SIZE, 0, 1)
    using hashing = threads.open(algorithm)
    const back: Uint8Array[] = []
    const hashes: string[] = []
    for (let at = 0; at < SIZE; at += 777_777) {
      const hashed = await hashing.hash(blocks.cut(content.slice(at, at + 777_777)))
      back.push(...hashed.pieces.map(({ bytes }) => bytes))
      hashes.push(...hashed.hashes)
    }
    expect(Buffer.concat(back).equals(content)).toBe(true)
    expect(hashes).toEqual([
      hashOf(content.subarray(0, BLOCK_BYTES), algorithm),
      hashOf(content.subarray(BLOCK_BYTES), algorithm),
    ])
  },
)

test('pieces given without waiting for an answer are hashed in order', async () => {
  await using threads = new HashThreads()
  const content = new Uint8Array(randomBytes(SIZE))
  const blocks = new BlockReader(SIZE, 0, 1)
  using hashing = threads.open('b3')
  const given: Promise<HashedPieces>[] = []
  for (let at = 0; at < SIZE; at += 777_777) {
    given.push(hashing.hash(blocks.cut(content.slice(at, at + 777_777))))
  }
  const hashed = await Promise.all(given)
  const back = hashed.flatMap(({ pieces }) => pieces.map(({ bytes }) => bytes))
  expect(Buffer.concat(back).equals(content)).toBe(true)
  expect(hashed.flatMap(({ hashes }) => hashes)).toEqual([
    hashOf(content.subarray(0, BLOCK_BYTES)),
    hashOf(content.subarray(BLOCK_BYTES)),
  ])
})

test('concurrent requests do not mix', async () => {
  await using threads = new HashThreads()
  const contents = Array.from({ length: 6 }, () => new Uint8Array(randomBytes(50_000)))
  const found = await Promise.all(
    contents.map(async (content) => {
      const blocks = new BlockReader(content.length, 0, 0)
      using hashing = threads.open('b3')
      await hashing.hash(blocks.cut(content.slice(0, 20_000)))
      return (await hashing.hash(blocks.cut(content.slice(20_000)))).hashes
    }),
  )
  expect(found).toEqual(contents.map((content) => [hashOf(content)]))
})

test('a request fails when its thread ends, and the next one gets a new thread', async () => {
  const threads = new HashThreads()
  const content = new Uint8Array(randomBytes(1_000))
  using hashing = threads.open('b3')
  const onTheWay = hashing.hash(new BlockReader(1_000, 0, 0).cut(content.slice()))
  await Promise.all([expect(onTheWay).rejects.toThrow('has ended'), threads[Symbol.asyncDispose]()])
  using next = threads.open('b3')
  const { hashes } = await next.hash(new BlockReader(1_000, 0, 0).cut(content.slice()))
  expect(hashes).toEqual([hashOf(content)])
  await threads[Symbol.asyncDispose]()
})

function hashOf(bytes: Uint8Array, algorithm: HashAlgorithm = 'b3'): string {
  const hasher = createBlockHasher(algorithm)
  hasher.update(bytes)
  return hasher.digest()
}
