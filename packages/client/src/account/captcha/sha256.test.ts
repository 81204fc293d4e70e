import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('agrees with the platform at every length around the ends of blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const message = randomBytes(length)
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(
      createHash('sha256').update(message).digest('hex'),
    )
  }
})
