import { wrongParam } from '../wrong-param.ts'

/**
 * The configured API origins. A retry goes to the next one, and so do the calls after it: one that
 * does not answer is not asked first every time.
 */
export function createOrigins(given: readonly string[]): Origins {
  const known = Array.isArray(given) && given.every(isBase) ? given.map(toOrigin) : []
  if (known.length === 0 || known.includes(undefined)) throw wrongParam('origins')
  const origins = given.map((origin) => origin.replace(/\/+$/, ''))
  let current = 0
  return {
    current: () => origins[current] ?? '',
    leave(origin) {
      // Of several calls that fail together only the first one moves on.
      if (origins.length === 1 || origins[current] !== origin) return false
      current = (current + 1) % origins.length
      return true
    },
    isOwn: (url) => known.includes(toOrigin(url)),
  }
}

export interface Origins {
  current(): string
  /** Says whether there was another one to go to. */
  leave(origin: string): boolean
  /** Whether a full URL leads to one of them. The page's own, `''`, is asked by path alone. */
  isOwn(url: string): boolean
}

/** A path behind an origin is where a proxy has put the API; nothing else can stand there. */
function isBase(text: unknown): boolean {
  return typeof text === 'string' && !/[?#\s\\]/.test(text)
}

/** `''` is the page's own origin. */
function toOrigin(text: string): string | undefined {
  if (text === '') return text
  try {
    const { origin, protocol, username, password } = new URL(text)
    return /^https?:$/.test(protocol) && !username && !password ? origin : undefined
  } catch {
    return undefined
  }
}
