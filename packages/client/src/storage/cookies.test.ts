import { isServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { type CookieOptions, createCookies } from './cookies.ts'
import { createCookieJar } from './testing/cookie-jar.ts'

const PAGE = 'https://drive.example.org/files/today'

function setUp(url = PAGE) {
  let nowMs = Date.UTC(2026, 0, 1)
  const jar = createCookieJar(() => nowMs)
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { jar, advance, document: jar.open(url), cookies: createCookies(jar.open(url)) }
}

/** What `document.cookie` is given. */
function written(use: (cookies: ReturnType<typeof createCookies>) => void): string {
  const document = { cookie: '' }
  use(createCookies(document))
  return document.cookie
}

test('[STO-6] a cookie that was set can be read', () => {
  const { cookies } = setUp()
  expect(cookies.get('a')).toBeUndefined()
  cookies.set('a', '1')
  cookies.set('b', '')
  expect([cookies.get('a'), cookies.get('b')]).toEqual(['1', ''])
  expect(cookies.names()).toEqual(['a', 'b'])
})

test('[STO-7] a cookie is set with path, domain, secure and expiry', () => {
  const options = {
    path: '/files',
    domain: 'example.org',
    secure: true,
    sameSite: 'Strict',
    expiresInMs: 60_000,
  } as const
  expect(written((cookies) => cookies.set('a', '1', options))).toBe(
    'a=1; path=/files; domain=example.org; samesite=Strict; max-age=60; secure',
  )
  const { jar, cookies } = setUp()
  cookies.set('a', '1', options)
  expect(jar.dump()).toEqual(['a .example.org /files secure'])
  expect(createCookies(jar.open('https://www.example.org/files/')).get('a')).toBe('1')
  expect(createCookies(jar.open('http://www.example.org/files/')).get('a')).toBeUndefined()
  expect(createCookies(jar.open('https://www.example.org/other')).get('a')).toBeUndefined()
})

test('[STO-7] the expiry is given in milliseconds and limited to what browsers allow', () => {
  const { advance, cookies } = setUp()
  cookies.set('a', '1', { expiresInMs: 5000 })
  cookies.set('b', '1', { expiresInMs: Number.POSITIVE_INFINITY })
  advance(4999)
  expect(cookies.names()).toEqual(['a', 'b'])
  advance(1)
  expect(cookies.names()).toEqual(['b'])
  expect(written((all) => all.set('b', '1', { expiresInMs: 1e300 }))).toMatch('max-age=34560000')
  expect(written((all) => all.set('b', '1', { expiresInMs: 1 }))).toMatch('max-age=1')
})

test('[STO-8] a cookie is deleted by an expiry in the past', () => {
  expect(written((cookies) => cookies.remove('a', { domain: 'example.org' }))).toBe(
    'a=; path=/; domain=example.org; expires=Thu, 01 Jan 1970 00:00:00 GMT',
  )
  const { jar, cookies } = setUp()
  cookies.set('a', '1', { path: '/files' })
  cookies.set('b', '2', { domain: 'example.org' })
  cookies.remove('a', { path: '/files' })
  cookies.remove('b')
  // Another scope is another cookie.
  expect(cookies.names()).toEqual(['b'])
  cookies.remove('b', { domain: 'example.org' })
  expect(jar.dump()).toEqual([])
})

test.each([
  ['a=b; c'],
  ['; domain=evil.example; path=/'],
  ['\r\nSet-Cookie: x=y'],
  ['100%'],
  ['%41'],
  ['"{[(,)]}"'],
  ['emoji 🗝 and 云'],
  ['__proto__'],
  ['constructor'],
  [' '],
])('cookie names and values with any text are read back unchanged: %j', (text) => {
  const { jar, cookies } = setUp()
  cookies.set(text, text)
  expect(cookies.get(text)).toBe(text)
  expect(cookies.names()).toEqual([text])
  expect(jar.dump()).toHaveLength(1)
  cookies.remove(text)
  expect(cookies.get(text)).toBeUndefined()
})

test('an incomplete character becomes a replacement character, without an error', () => {
  const { cookies } = setUp()
  cookies.set('a', 'x\ud800')
  expect(cookies.get('a')).toBe('x\ufffd')
})

test('of several cookies with one name get returns the first and getAll all of them', () => {
  const { cookies, jar } = setUp()
  cookies.set('a', 'of the domain', { domain: 'example.org' })
  cookies.set('a', 'of the host')
  cookies.set('a', 'of the folder', { path: '/files' })
  expect(cookies.get('a')).toBe('of the folder')
  expect(cookies.getAll('a')).toEqual(['of the folder', 'of the domain', 'of the host'])
  expect(cookies.names()).toEqual(['a'])
  expect(jar.dump()).toHaveLength(3)
})

test('cookies written by other programs are read as they are', () => {
  const cookies = createCookies({ cookie: 'raw=100%;flag; =nameless; tight=a=b;x=%E4%BA%91' })
  expect(cookies.names()).toEqual(['raw', 'tight', 'x'])
  expect(cookies.names().map(cookies.get)).toEqual(['100%', 'a=b', '云'])
})

test.each<[string, unknown]>([
  ['a path that ends the attribute', { path: '/; domain=evil.example' }],
  ['a path that is none', { path: 'files' }],
  ['an empty path', { path: '' }],
  ['a domain with a line break', { domain: 'example.org\r\nx' }],
  ['an empty domain', { domain: '' }],
  ['a domain that is no text', { domain: ['a', ';b'] }],
  ['a same-site rule with an attribute in it', { sameSite: 'Lax; secure' }],
  ['an expiry that is no number', { expiresInMs: Number.NaN }],
  ['an expiry that is text', { expiresInMs: 'soon' }],
])('%s is a local error and sets no cookie', (_case, options) => {
  const { jar, cookies } = setUp()
  expect(() => cookies.set('a', '1', options as CookieOptions)).toThrow(/wrong options param/)
  expect(jar.dump()).toEqual([])
})

test('a cookie name that is empty or not text is a local error, and is never found', () => {
  const { cookies } = setUp()
  for (const name of ['', undefined, null, 1, {}]) {
    let thrown: unknown
    try {
      cookies.set(name as string, '1')
    } catch (error) {
      thrown = error
    }
    expect(isServiceError(thrown, 'local')).toBe(true)
    expect(cookies.get(name as string)).toBeUndefined()
  }
})

test('on a page without access to cookies none are set or read', () => {
  const sandboxed = {
    get cookie(): string {
      throw new Error('SecurityError')
    },
    set cookie(_text) {
      throw new Error('SecurityError')
    },
  }
  const cookies = createCookies(sandboxed)
  cookies.set('a', '1')
  cookies.remove('a')
  expect([cookies.get('a'), cookies.names()]).toEqual([undefined, []])
})

test('invalid cookie options are ignored', () => {
  const { jar, cookies } = setUp()
  cookies.set('a', '1', null as unknown as CookieOptions)
  cookies.set('b', '1', 7 as unknown as CookieOptions)
  expect(jar.dump()).toEqual(['a drive.example.org /', 'b drive.example.org /'])
})
