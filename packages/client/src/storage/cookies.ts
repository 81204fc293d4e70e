import { wrongParam } from '../wrong-param.ts'
import { decode, readCookies } from './read-cookies.ts'

export interface CookieOptions {
  /** `/` by default. */
  path?: string
  /** By default the cookie belongs to this host only. */
  domain?: string
  /** Send it over TLS only. */
  secure?: boolean
  /** By default it ends with the browser's session; no browser keeps a cookie longer than 400 days. */
  expiresInMs?: number
  sameSite?: 'Strict' | 'Lax' | 'None'
}

export interface Cookies {
  /** Of several with this name, the one that the browser lists first. */
  get(name: string): string | undefined
  /** All with this name: a path, a host and its parent domain can each have one. */
  getAll(name: string): string[]
  /** The browser may refuse it without a word: read it back where that matters. */
  set(name: string, value: string, options?: CookieOptions): void
  /** Path and domain must be those that it was set with. */
  remove(name: string, options?: Pick<CookieOptions, 'path' | 'domain' | 'secure'>): void
  names(): string[]
}

/**
 * The cookies of a page, with names and values of any text.
 *
 * @example
 * const cookies = createCookies(document)
 * cookies.set('theme', 'dark', { secure: true, sameSite: 'Lax', expiresInMs: 86_400_000 })
 */
export function createCookies(document: { cookie: string }): Cookies {
  const getAll = (name: string) =>
    readCookies(document)
      .filter(([key]) => decode(key) === name)
      .map(([, value]) => decode(value))
  const set: Cookies['set'] = (name, value, options) =>
    writeCookie(document, encode(name), encode(value), options)
  return {
    // STO-6.
    get: (name) => getAll(name)[0],
    getAll,
    set,
    // STO-8: an expiry in the past deletes.
    remove: (name, options) => set(name, '', { ...options, expiresInMs: -1 }),
    names: () => [...new Set(readCookies(document).map(([key]) => decode(key)))],
  }
}

/** STO-7. Name and value are encoded already. */
export function writeCookie(
  document: { cookie: string },
  name: string,
  value: string,
  options: CookieOptions = {},
): void {
  const { path = '/', domain, secure, expiresInMs, sameSite } = options ?? {}
  let text = `${name}=${value}`
  const add = (attribute: string, given: unknown, isValid: boolean) => {
    // What ends an attribute would begin another one of the attacker's choice.
    if (!isValid || /[^!-:<-~]/.test(String(given))) throw wrongParam(attribute)
    text += `; ${attribute}=${given}`
  }
  if (name === '') throw wrongParam('name')
  add('path', path, String(path)[0] === '/')
  if (domain !== undefined) add('domain', domain, domain !== '')
  if (sameSite !== undefined) add('samesite', sameSite, true)
  if (expiresInMs !== undefined) {
    // An age is right on a device whose clock is not.
    const ageSeconds = Math.ceil(Math.min(expiresInMs, MAX_AGE_MS) / 1000)
    if (typeof expiresInMs === 'number' && expiresInMs <= 0)
      text += `; expires=${new Date(0).toUTCString()}`
    else add('max-age', ageSeconds, ageSeconds > 0)
  }
  if (secure) text += '; secure'
  try {
    document.cookie = text
  } catch {
    // As where the browser refuses one silently.
  }
}

export function encode(text: string): string {
  if (typeof text !== 'string') throw wrongParam('text')
  return encodeURIComponent(text.toWellFormed())
}

const MAX_AGE_MS = 400 * 86_400_000
