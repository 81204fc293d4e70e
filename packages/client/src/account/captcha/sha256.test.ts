import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('our SHA-256 gives the same hash as Node for every length from 0 to 200 bytes', () => {
  for (let length = 0; length <= 200; length++) {
    const message = randomBytes(length)
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(
      createHash('sha256').update(message).digest('hex'),
    )
  }
})
