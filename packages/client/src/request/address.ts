import { checked, wrongParam } from '../wrong-param.ts'
import type { Call } from './call.ts'

/** Where a call goes. */
export interface Address {
  /** What an error names as its place: the path alone, since a query can hold a secret. */
  path: string
  /** A path with its query, to be put behind an origin, or a full URL. */
  target: string
  /** REQ-2: a full URL is used as it is. */
  isFull: boolean
}

export function toAddress({ path, params, query }: Call): Address {
  if (typeof path !== 'string') throw wrongParam('path')
  const isFull = /^https?:\/\//i.test(path)
  if (!isFull && !isPath(path)) throw wrongParam('path')
  const filled = isFull ? path : fillPath(path, params)
  const search = checked('query', () => toQueryString(query))
  return {
    path: isFull ? pathOfUrl(path) : withoutQuery(filled),
    target: filled + (filled.includes('?') ? search.replace('?', '&') : search),
    isFull,
  }
}

/** The path without what may be behind it. */
export function withoutQuery(path: string): string {
  return path.replace(/[?#].*/s, '')
}

/**
 * Fills `{name}` in a declared path.
 *
 * @example fillPath('/drive/v1/files/{id}', { id: 'a b' }) // '/drive/v1/files/a%20b'
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object(params)[name] as unknown
    const text = typeof value === 'number' ? String(value) : value
    // Nothing, `.` and `..` would lead to the address of another call.
    if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) throw wrongParam('params')
    return checked('params', () => encodeURIComponent(text))
  })
}

/** A query string with its question mark; values that are absent are left out. */
export function toQueryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/** `//host` and what URL parsers read as that (`/\`, tabs inside) would leave the origin. */
function isPath(path: string): boolean {
  return /^\/(?!\/)[^\\\t\n\r]*$/.test(path)
}

function pathOfUrl(text: string): string {
  const { pathname, username, password } = checked('path', () => new URL(text))
  if (username || password) throw wrongParam('path')
  return pathname
}
