import { expect, test } from 'vitest'
import {
  algorithmOf,
  blockLength,
  countBlocks,
  digitsOf,
  HASH_ALGORITHMS,
  toNamedHash,
} from './content-hash.ts'
import { BLOCK_BYTES } from './limits.ts'

test('a hash names its algorithm, and a bare one is SHA-256', () => {
  const digits = 'b3'.repeat(32)
  for (const algorithm of HASH_ALGORITHMS) {
    const hash = toNamedHash(algorithm, digits)
    expect([algorithmOf(hash), digitsOf(hash)]).toEqual([algorithm, digits])
  }
  expect(toNamedHash('b3', digits)).toBe(`b3:${digits}`)
  expect(toNamedHash('sha256', digits)).toBe(digits)
})

test('empty content has no blocks', () => {
  expect(countBlocks(0)).toBe(0)
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
