import { expect, test, vi } from 'vitest'
import { createCookieStorage } from './cookie-storage.ts'
import type { CookieOptions } from './cookies.ts'
import { createCookieJar } from './testing/cookie-jar.ts'

function setUp() {
  const jar = createCookieJar(() => Date.UTC(2026, 0, 1))
  const openTab = (url = 'https://drive.example.org/') => ({
    document: jar.open(url),
    isSecure: url.startsWith('https:'),
  })
  return { jar, openTab }
}

/** As long as stored credentials with two tokens are. */
const credentials = JSON.stringify({
  access_token: `${'aB3-_'.repeat(500)}.x`,
  refresh_token: 'r'.repeat(1500),
  sub: '云',
})

test('[STO-5] cookie storage keeps values for every tab and the next visit', () => {
  const { jar, openTab } = setUp()
  const storage = createCookieStorage({}, openTab())
  storage.set('credentials_awan-web@u1', '{"sub":"u1"}')
  storage.set('current_sub', 'u1')
  expect(jar.dump()).toEqual([
    'credentials_awan-web%40u1 drive.example.org / secure',
    'current_sub drive.example.org / secure',
  ])
  const next = createCookieStorage({}, openTab())
  expect(next.get('credentials_awan-web@u1')).toBe('{"sub":"u1"}')
  expect(next.keys().sort()).toEqual(['credentials_awan-web@u1', 'current_sub'])
  next.remove('current_sub')
  expect(storage.get('current_sub')).toBeUndefined()
})

test('[STO-7] storage cookies are SameSite=Lax, valid for the whole site and 400 days, and Secure over TLS', () => {
  const written: string[] = []
  const document = {
    get cookie() {
      return ''
    },
    set cookie(text) {
      written.push(text)
    },
  }
  createCookieStorage({}, { document, isSecure: true }).set('k', 'v')
  createCookieStorage({}, { document, isSecure: false }).set('k', 'v')
  expect(written[0]).toBe('k=v; path=/; samesite=Lax; max-age=34560000; secure')
  expect(
    written.filter((text) => text === 'k=v; path=/; samesite=Lax; max-age=34560000'),
  ).not.toEqual([])
})

test('with a domain option, subdomains share the stored values', () => {
  const { openTab } = setUp()
  const options = { domain: 'example.org' }
  createCookieStorage(options, openTab()).set('k', 'v')
  const other = createCookieStorage(options, openTab('https://photos.example.org/'))
  expect(other.get('k')).toBe('v')
  other.remove('k')
  expect(createCookieStorage(options, openTab()).keys()).toEqual([])
})

test('a value longer than one cookie is split, and is read and removed as a whole', () => {
  const { jar, openTab } = setUp()
  const storage = createCookieStorage({}, openTab())
  storage.set('k', credentials)
  expect(jar.dump()).toHaveLength(3)
  const other = createCookieStorage({}, openTab())
  expect(other.get('k')).toBe(credentials)
  expect(other.keys()).toEqual(['k'])

  const longer = credentials.replace('aB3', 'zzz')
  other.set('k', longer)
  expect(storage.get('k')).toBe(longer)
  expect(jar.dump()).toHaveLength(3)

  storage.set('k', 'short')
  expect(other.get('k')).toBe('short')
  expect(jar.dump()).toHaveLength(1)

  storage.set('k', credentials)
  storage.remove('k')
  expect(jar.dump()).toEqual([])
})

test('a tab that reads while another writes sees the old or the new value, never a mixture', () => {
  const { jar, openTab } = setUp()
  const reader = createCookieStorage({}, openTab())
  const seen = new Set<string | undefined>()
  const { document } = openTab()
  const watched = {
    get cookie() {
      return document.cookie
    },
    set cookie(text) {
      document.cookie = text
      seen.add(reader.get('k'))
    },
  }
  const writer = createCookieStorage({}, { document: watched, isSecure: true })
  writer.set('k', credentials)
  const next = credentials.replaceAll('r', 's')
  writer.set('k', next)
  expect([...seen]).toEqual([undefined, credentials, next])
  expect(jar.dump()).toHaveLength(3)
})

test('a value with a damaged part counts as absent', () => {
  const { openTab } = setUp()
  const tab = openTab()
  const storage = createCookieStorage({}, tab)
  storage.set('k', credentials)
  const [part = ''] = /k\$\w+\.1/.exec(tab.document.cookie) ?? []
  tab.document.cookie = `${part}=else; path=/; secure`
  expect(storage.get('k')).toBeUndefined()
  storage.set('k', credentials)
  expect(createCookieStorage({}, openTab()).get('k')).toBe(credentials)
})

test('[STO-4] a value whose cookie the browser refuses is kept in memory, with one warning', () => {
  const { jar, openTab } = setUp()
  const warn = vi.fn()
  const storage = createCookieStorage({ domain: 'elsewhere.com', warn }, openTab())
  storage.set('k', 'v')
  storage.set('l', 'w')
  expect([storage.get('k'), storage.get('l')]).toEqual(['v', 'w'])
  expect(storage.keys()).toEqual(['k', 'l'])
  expect(warn).toHaveBeenCalledTimes(1)
  storage.remove('k')
  expect(storage.get('k')).toBeUndefined()
  expect(jar.dump()).toEqual([])
})

test('a value that would make the cookies too large for servers is kept in memory, and its old cookie is removed', () => {
  const { jar, openTab } = setUp()
  const warn = vi.fn()
  const storage = createCookieStorage({ warn }, openTab())
  storage.set('other', 'o'.repeat(3000))
  storage.set('k', 'older')
  storage.set('k', credentials)
  expect(storage.get('k')).toBe(credentials)
  expect(createCookieStorage({}, openTab()).get('k')).toBeUndefined()
  expect(jar.dump()).toHaveLength(1)
  storage.set('huge', 'h'.repeat(1_000_000))
  expect(storage.get('huge')).toHaveLength(1_000_000)
  expect(warn).toHaveBeenCalledTimes(1)

  storage.remove('other')
  storage.set('k', credentials)
  expect(createCookieStorage({}, openTab()).get('k')).toBe(credentials)
})

test('a value is kept in memory when another cookie of the same name hides ours', () => {
  const { openTab } = setUp()
  const tab = openTab('https://drive.example.org/files/today')
  tab.document.cookie = 'k=foreign; path=/files'
  const storage = createCookieStorage({}, tab)
  storage.set('k', 'v')
  expect(storage.get('k')).toBe('v')
})

test('[STO-4] without a page cookie storage uses memory', () => {
  const storage = createCookieStorage()
  storage.set('k', 'v')
  expect([storage.get('k'), storage.keys()]).toEqual(['v', ['k']])
  storage.remove('k')
  expect(storage.keys()).toEqual([])
})

test.each([['__proto__'], ['constructor'], ['k$x.0'], ['k; domain=evil.example'], ['$'], ['云 🗝']])(
  'the key %j can be stored',
  (key) => {
    const { openTab } = setUp()
    const storage = createCookieStorage({}, openTab())
    expect(storage.get(key)).toBeUndefined()
    for (const value of ['$a.2', '', ';', credentials]) {
      storage.set(key, value)
      expect(createCookieStorage({}, openTab()).get(key)).toBe(value)
    }
    expect(createCookieStorage({}, openTab()).keys()).toEqual([key])
    storage.remove(key)
    expect(storage.keys()).toEqual([])
  },
)

test('invalid options are a local error when the storage is created', () => {
  const { openTab } = setUp()
  for (const options of [{ path: 'x' }, { domain: 'a;b' }, { expiresInMs: 'x' }]) {
    expect(() => createCookieStorage(options as CookieOptions, openTab())).toThrow(
      /wrong options param/,
    )
  }
})
