import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5 } from './md5.ts'

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  [
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
    'd174ab98d277d9f5a5611c2c9f419d9f',
  ],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('[DEV-8] the MD5 of %j is that of RFC 1321', (text, digest) => {
  expect(md5(text)).toBe(digest)
})

test('[DEV-8] our MD5 gives the same hash as Node for texts of every length around a block and beyond ASCII', () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'x'.repeat(length))
  for (const text of [...texts, 'ä', '云盘 🗝', '\ud800', 'long '.repeat(20_000)]) {
    expect(md5(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'))
  }
})
