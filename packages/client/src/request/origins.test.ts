import { expect, test } from 'vitest'
import { createOrigins } from './origins.ts'

test('[REQ-1] several origins are taken, with the path of a proxy and slashes at their end', () => {
  const origins = createOrigins(['https://a.example/cloud/', ''])
  expect(origins.current()).toBe('https://a.example/cloud')
  expect(origins.leave('https://a.example/cloud')).toBe(true)
  expect(origins.current()).toBe('')
})

test('[REQ-18] the origin that failed is left once, however many calls it failed', () => {
  const origins = createOrigins(['https://a.example', 'https://b.example', 'https://c.example'])
  expect(origins.leave('https://a.example')).toBe(true)
  expect(origins.leave('https://a.example')).toBe(false)
  expect(origins.current()).toBe('https://b.example')
  origins.leave('https://b.example')
  origins.leave('https://c.example')
  expect(origins.current()).toBe('https://a.example')
})

test('where there is one origin there is none to leave it for', () => {
  const origins = createOrigins(['https://a.example'])
  expect(origins.leave('https://a.example')).toBe(false)
  expect(origins.current()).toBe('https://a.example')
})

test('what happens to the list later changes nothing', () => {
  const list = ['https://a.example']
  const origins = createOrigins(list)
  list[0] = 'https://evil.example'
  expect(origins.current()).toBe('https://a.example')
  expect(origins.isOwn('https://evil.example/')).toBe(false)
})

test('an address is our own by scheme, host and port, whatever it pretends', () => {
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
])('origins that make no sense are a local error: %j', (origins) => {
  expect(() => createOrigins(origins as never)).toThrow('wrong options param: origins')
})
