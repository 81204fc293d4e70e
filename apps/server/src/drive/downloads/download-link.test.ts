import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { LinkKey } from '../links/link-key.ts'
import { openLink, signLink } from './download-link.ts'

const key = new LinkKey(Buffer.alloc(32, 1))
const claims = {
  driveId: 'd1',
  nodeId: 'n1',
  versionId: 'v1',
  isPast: false,
  holder: 's1',
  expiresAt: 1_000,
}

test('a link opens what it was made for until it expires', () => {
  const link = signLink(key, claims)
  expect(openLink(key, link, 999)).toEqual(claims)
  expect(openLink(key, link, 1_000)).toBeUndefined()
  const past = { ...claims, isPast: true }
  expect(openLink(key, signLink(key, past), 999)).toEqual(past)
})

test('a link with any character changed does not open', () => {
  const link = signLink(key, claims)
  for (let at = 0; at < link.length; at++) {
    const changed = link.slice(0, at) + (link[at] === 'x' ? 'y' : 'x') + link.slice(at + 1)
    expect(openLink(key, changed, 0), changed).toBeUndefined()
  }
})

test('a link of another key, a truncated link and a malformed one do not open', () => {
  const link = signLink(key, claims)
  expect(openLink(new LinkKey(Buffer.alloc(32, 2)), link, 0)).toBeUndefined()
  const long = `${'a'.repeat(5000)}.b`
  for (const bad of [
    '',
    '.',
    '....',
    link.slice(0, -1),
    `${link}a`,
    `${link}.`,
    'd1.n1.v1.rs',
    long,
  ]) {
    expect(openLink(key, bad, 0), bad).toBeUndefined()
  }
})

test('a link is signed with HMAC-SHA256, with a key of any length', () => {
  for (const length of [0, 32, 64, 65, 200]) {
    const bytes = Buffer.alloc(length, 7)
    for (const text of ['', 'a.b.c', '雲'.repeat(300)]) {
      const right = createHmac('sha256', bytes).update(text).digest('base64url')
      expect(new LinkKey(bytes).sign(text)).toBe(right)
    }
  }
})
