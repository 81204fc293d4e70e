import { expect, test } from 'vitest'
import { type Conditions, judge } from './conditional.ts'

const storedAt = Date.UTC(2026, 4, 1, 12, 0, 0, 250)
const date = new Date(storedAt).toUTCString()
const earlier = new Date(storedAt - 60_000).toUTCString()
const later = new Date(storedAt + 60_000).toUTCString()

function verdict(conditions: Conditions): string {
  return judge(conditions, { etag: '"a"', modifiedAt: storedAt, sizeBytes: 10 }).kind
}

test('without conditions the whole content or the requested range is given', () => {
  expect(verdict({})).toBe('whole')
  expect(verdict({ range: 'bytes=0-1' })).toBe('part')
  expect(verdict({ range: 'bytes=0-1,5-' })).toBe('parts')
  expect(verdict({ range: 'bytes=0-1,2-' })).toBe('part')
  expect(verdict({ range: 'bytes=10-' })).toBe('unsatisfiable')
})

test('content that the caller already has is not sent again', () => {
  expect(verdict({ 'if-none-match': '"a"' })).toBe('not-modified')
  expect(verdict({ 'if-none-match': '"x", W/"a"' })).toBe('not-modified')
  expect(verdict({ 'if-none-match': '*' })).toBe('not-modified')
  expect(verdict({ 'if-none-match': '"b"' })).toBe('whole')
  expect(verdict({ 'if-modified-since': date })).toBe('not-modified')
  expect(verdict({ 'if-modified-since': earlier })).toBe('whole')
  expect(verdict({ 'if-modified-since': 'yesterday' })).toBe('whole')
})

test('an ETag condition overrides a date condition', () => {
  expect(verdict({ 'if-none-match': '"b"', 'if-modified-since': later })).toBe('whole')
  expect(verdict({ 'if-match': '"a"', 'if-unmodified-since': earlier })).toBe('whole')
})

test('If-Match and If-Unmodified-Since fail for other content', () => {
  expect(verdict({ 'if-match': '"a"' })).toBe('whole')
  expect(verdict({ 'if-match': '*' })).toBe('whole')
  expect(verdict({ 'if-match': '"b"' })).toBe('precondition-failed')
  expect(verdict({ 'if-match': 'W/"a"' })).toBe('precondition-failed')
  expect(verdict({ 'if-unmodified-since': earlier })).toBe('precondition-failed')
  expect(verdict({ 'if-unmodified-since': later })).toBe('whole')
})

test('If-Range gives the whole content when it has changed', () => {
  const range = 'bytes=5-'
  expect(verdict({ range, 'if-range': '"a"' })).toBe('part')
  expect(verdict({ range, 'if-range': '"b"' })).toBe('whole')
  expect(verdict({ range, 'if-range': 'W/"a"' })).toBe('whole')
  expect(verdict({ range, 'if-range': date })).toBe('part')
  expect(verdict({ range, 'if-range': earlier })).toBe('whole')
  expect(verdict({ range: 'bytes=0-1,5-', 'if-range': '"a"' })).toBe('parts')
  expect(verdict({ range: 'bytes=0-1,5-', 'if-range': '"b"' })).toBe('whole')
  expect(verdict({ range: 'bytes=99-', 'if-range': '"b"' })).toBe('whole')
})
