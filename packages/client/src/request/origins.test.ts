import { expect, test } from 'vitest'
import { createOrigins } from './origins.ts'

test('[REQ-1] origins may have a path and trailing slashes', () => {
  const origins = createOrigins(['https://a.example/cloud/', ''])
  expect(origins.current()).toBe('https://a.example/cloud')
  expect(origins.leave('https://a.example/cloud')).toBe(true)
  expect(origins.current()).toBe('')
})

test('[REQ-18] a failed origin is left once, even if several calls failed', () => {
  const origins = createOrigins(['https://a.example', 'https://b.example', 'https://c.example'])
  expect(origins.leave('https://a.example')).toBe(true)
  expect(origins.leave('https://a.example')).toBe(false)
  expect(origins.current()).toBe('https://b.example')
  origins.leave('https://b.example')
  origins.leave('https://c.example')
  expect(origins.current()).toBe('https://a.example')
})

test('a single origin is never left', () => {
  const origins = createOrigins(['https://a.example'])
  expect(origins.leave('https://a.example')).toBe(false)
  expect(origins.current()).toBe('https://a.example')
})

test('changing the list of origins later has no effect', () => {
  const list = ['https://a.example']
  const origins = createOrigins(list)
  list[0] = 'https://evil.example'
  expect(origins.current()).toBe('https://a.example')
  expect(origins.isOwn('https://evil.example/')).toBe(false)
})

test('an address is our own only if scheme, host and port match', () => {
  const { isOwn } = createOrigins(['https://A.example:443/cloud', 'http://localhost:8080', ''])
  expect(isOwn('https://a.example/elsewhere?x=1')).toBe(true)
  expect(isOwn('http://localhost:8080/')).toBe(true)
  for (const foreign of [
    'http://a.example/',
    'https://a.example:8443/',
    'https://a.example.evil.example/',
    'https://a.example@evil.example/',
    'https://evil.example/https://a.example/',
    'http://localhost/',
    'nonsense',
  ]) {
    expect(isOwn(foreign)).toBe(false)
  }
})

test.each([
  [undefined],
  [null],
  ['https://a.example'],
  [[]],
  [[undefined]],
  [['a.example']],
  [['/api']],
  [['*']],
  [['ftp://a.example']],
  [['javascript:alert(1)']],
  [['https://ana:secret@a.example']],
  [['https://a.example?x=1']],
  [['https://a.example/#x']],
  [['https://a.example', 5]],
  [[new URL('https://a.example')]],
])('invalid origins are a local error: %j', (origins) => {
  expect(() => createOrigins(origins as never)).toThrow('wrong options param: origins')
})
