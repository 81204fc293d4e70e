import { expect, test } from 'vitest'
import { systemRandom } from './id.ts'
import { createSeal } from './seal.ts'

const key = Buffer.alloc(32, 7)
const create = (purpose = 'totp', other = key) =>
  createSeal({ key: other, purpose, random: systemRandom })

test('a seal decrypts what it encrypted, and encrypts the same text differently each time', () => {
  const seal = create()
  const closed = seal.close('ümläut 秘密', 'user-1')
  expect(seal.open(closed, 'user-1')).toBe('ümläut 秘密')
  expect(seal.close('ümläut 秘密', 'user-1')).not.toBe(closed)
})

test('a seal does not decrypt for another owner, purpose or key, or an altered text', () => {
  const closed = create().close('secret', 'user-1')
  const changed = Buffer.from(closed, 'base64url')
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
  expect(() => create().open(closed, 'user-2')).toThrow()
  expect(() => create('webhook').open(closed, 'user-1')).toThrow()
  expect(() => create('totp', Buffer.alloc(32, 8)).open(closed, 'user-1')).toThrow()
  expect(() => create().open(changed.toString('base64url'), 'user-1')).toThrow()
  expect(() => create().open('', 'user-1')).toThrow()
})
