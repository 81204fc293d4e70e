import { createHmac, hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { provePossession } from './prove-possession.ts'

const sha256 = async (bytes: Uint8Array) => new Uint8Array(hash('sha256', bytes, 'buffer'))

test('a proof of possession is an HMAC over the ranges, bound to the upload and the nonce', async () => {
  const content = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251)
  const nonce = '0f'.repeat(32)
  const ranges: [number, number][] = [
    [9_000, 9_999],
    [0, 0],
    [17, 4_111],
  ]
  const hmac = (bytes: Uint8Array) =>
    createHmac('sha256', Buffer.from(nonce, 'hex')).update(bytes).digest()
  const expected = hmac(
    Buffer.concat([
      Buffer.from('upload1'),
      ...ranges.map(([start, end]) => hmac(content.subarray(start, end + 1))),
    ]),
  ).toString('hex')
  const blob = new Blob([content])
  expect(await provePossession(sha256, blob, 'upload1', { nonce, ranges })).toBe(expected)
  expect(await provePossession(sha256, blob, 'upload2', { nonce, ranges })).not.toBe(expected)
})
