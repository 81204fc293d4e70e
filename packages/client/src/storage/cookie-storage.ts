import { createMemoryStorage } from '../runtime/memory-storage.ts'
import { openPage } from '../runtime/page.ts'
import type { KeyValueStorage, Page } from '../runtime/runtime.ts'
import { type CookieOptions, encode, writeCookie } from './cookies.ts'
import { decode, readCookies } from './read-cookies.ts'

export interface CookieStorageOptions extends CookieOptions {
  /** Told, once, when a value cannot be kept in cookies. */
  warn?: (message: string) => void
}

/**
 * Storage in cookies of the page's own site, for pages whose local storage is blocked or whose
 * subdomains share one session. A value that the browser does not keep stays in memory for the life
 * of the page, and one warning says so; so does everything where there is no page. Every request to
 * the site carries the cookies along.
 *
 * A cookie holds 4 kB, so that a longer value takes several: its parts are named after a hash of the
 * whole (`key$hash.0`), and only when they are written does the cookie `key` turn to them
 * (`$hash.2`). A tab that reads in between finds the value before, never half of each.
 *
 * @example
 * const runtime = createBrowserRuntime({ storage: createCookieStorage({ domain: 'example.org' }) })
 */
export function createCookieStorage(
  options: CookieStorageOptions = {},
  page: Pick<Page, 'document' | 'isSecure'> | undefined = openPage(),
): KeyValueStorage {
  const memory = createMemoryStorage()
  if (!page) return memory
  const { document } = page
  const { warn, ...given } = options ?? {}
  const attributes: CookieOptions = {
    sameSite: 'Lax',
    secure: page.isSecure,
    expiresInMs: Number.POSITIVE_INFINITY,
    ...given,
  }
  // Wrong options are told here, not when somebody signs in.
  writeCookie({ cookie: '' }, 'name', '', attributes)
  let warned = false

  function read(key: string): string | undefined {
    const cookies = readCookies(document)
    // Of several with one name the browser's first counts, here as in `Cookies`.
    const find = (name: string) => cookies.find(([one]) => one === name)?.[1]
    const name = encode(key)
    const head = find(name)
    const [, tag, count] = /^\$(\w+)\.(\d)$/.exec(head ?? '') ?? []
    if (tag === undefined) return head === undefined ? undefined : decode(head)
    let text = ''
    for (let index = 0; index < Number(count); index++) text += find(`${name}$${tag}.${index}`)
    return hash(text) === tag ? decode(text) : undefined
  }

  function write(key: string, value: string): boolean {
    const name = encode(key)
    const text = encode(value)
    const parts = text.length <= PART_LENGTH ? [] : (text.match(PARTS) ?? [])
    const tag = hash(text)
    if (text.length > MAX_TOTAL_LENGTH) return false
    for (const [index, part] of parts.entries()) {
      writeCookie(document, `${name}$${tag}.${index}`, part, attributes)
    }
    writeCookie(document, name, parts.length > 0 ? `$${tag}.${parts.length}` : text, attributes)
    removeParts(name, parts.length > 0 ? tag : undefined)
    const length = readCookies(document).reduce((sum, pair) => sum + pair.join('; =').length, 0)
    return length <= MAX_TOTAL_LENGTH && read(key) === value
  }

  function removeParts(name: string, keptTag?: string): void {
    for (const [part] of readCookies(document)) {
      if (part.startsWith(`${name}$`) && !part.startsWith(`${name}$${keptTag}.`)) drop(part)
    }
  }

  function drop(name: string): void {
    writeCookie(document, name, '', { ...attributes, expiresInMs: -1 })
  }

  function remove(key: string): void {
    memory.remove(key)
    drop(encode(key))
    removeParts(encode(key))
  }

  return {
    get: (key) => memory.get(key) ?? read(key),
    set(key, value) {
      // A second try, for another tab may just have tidied our parts away.
      if (write(key, value) || write(key, value)) return memory.remove(key)
      // What was there before goes too: an old refresh token that is used again looks stolen.
      remove(key)
      memory.set(key, value)
      if (!warned) warn?.('the browser does not keep this cookie: the value ends with this page')
      warned = true
    },
    remove,
    keys() {
      const names = readCookies(document).map(([name]) => name)
      const own = names.filter((name) => !name.includes('$')).map(decode)
      return [...new Set([...memory.keys(), ...own])]
    },
  }
}

/** Leaves room for name and attributes in the 4096 bytes that a browser takes. */
const PART_LENGTH = 3500
const PARTS = /.{1,3500}/g
/** Web servers refuse every request, that for the page included, whose cookies pass 8 kB. */
const MAX_TOTAL_LENGTH = 7000

/** FNV-1a, 32 bits: it tells values apart and keeps no secret. */
function hash(text: string): string {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  }
  return (state >>> 0).toString(36)
}
