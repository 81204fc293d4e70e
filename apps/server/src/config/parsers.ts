import { isIP } from 'node:net'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What a parser makes of a text: a value, or words for what would have been right. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; expected: string }

export type Parser<T> = (text: string) => Parsed<T>

export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value }
}

export function reject(expected: string): { ok: false; expected: string } {
  return { ok: false, expected }
}

export function wholeNumber(min: number, max: number, example: string): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return accept(value)
    return reject(`a whole number from ${min} to ${max}, for example ${example}`)
  }
}

export function oneOf<const T extends string>(...choices: readonly T[]): Parser<T> {
  return (text) => {
    const choice = choices.find((known) => known === text.toLowerCase())
    return choice === undefined ? reject(`one of ${choices.join(', ')}`) : accept(choice)
  }
}

/** `90s`, `15m`, `2h`, `7d`, `4w`, as milliseconds. */
export function duration(minMs: number, maxMs: number, example: string): Parser<number> {
  return (text) => {
    const [, count, unit] = /^(\d{1,9})\s*([smhdw])$/.exec(text.toLowerCase()) ?? []
    const valueMs = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
    if (valueMs >= minMs && valueMs <= maxMs) return accept(valueMs)
    return reject(
      `a whole number with s, m, h, d or w, from ${toDuration(minMs)} to ${toDuration(maxMs)}, for example ${example}`,
    )
  }
}

/** `100GB` counts in thousands, `100GiB` in 1024s; `none` is no limit. */
export function byteSize(text: string): Parsed<number | 'none'> {
  if (text.toLowerCase() === 'none') return accept('none')
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*([kmgtp]i?)?b$/i.exec(text) ?? []
  const bytes = Math.round(Number(count) * toFactor(unit ?? ''))
  if (Number.isSafeInteger(bytes) && bytes > 0) return accept(bytes)
  return reject(
    'a size with its unit (KB, MB, GB, TB or KiB, MiB, GiB, TiB), for example 100GB, or none',
  )
}

/** An address to listen on: IPv4, IPv6 or a name. */
export function listenHost(text: string): Parsed<string> {
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
  const looksLikeNumbers = /^[\d.]+$/.test(text)
  if (isIP(text) !== 0 || (isName.test(text) && !looksLikeNumbers)) return accept(text)
  return reject('an address of this machine without port, for example 127.0.0.1, 0.0.0.0 or ::')
}

/** The address in a browser: an origin, nothing behind it. */
export function publicUrl(text: string): Parsed<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.href === `${url.origin}/` &&
    !/[?#]/.test(text)
  if (isOrigin) return accept(url)
  return reject(
    'http:// or https:// with a host name and, if needed, a port, without a path, for example https://cloud.example.org',
  )
}

/** A prefix is put behind its path; what is in it is no secret. */
export function rangeServiceUrl(text: string): Parsed<string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)
  if (url && isSafe && url.username === '' && !/[?#]/.test(text)) return accept(url.href)
  return reject('an https:// address, for example https://api.pwnedpasswords.com/range')
}

/** Addresses, networks such as 10.0.0.0/8, or names of the usual private ones. */
export function proxyList(text: string): Parsed<readonly string[]> {
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.every(isProxy)) return accept(entries)
  return reject(
    `addresses or networks separated by commas, or loopback, linklocal, uniquelocal, for example 127.0.0.1,10.0.0.0/8 (wrong here: ${entries
      .filter((entry) => !isProxy(entry))
      .map((entry) => JSON.stringify(entry))
      .join(', ')})`,
  )
}

/** Origins as a browser sends them. Wildcards would let in anyone who owns a name below them. */
export function originList(text: string): Parsed<readonly string[]> {
  const entries = text.split(',').map((entry) => entry.trim())
  const wrong = entries.filter((entry) => entry.includes('*') || !publicUrl(entry).ok)
  if (wrong.length === 0) return accept([...new Set(entries.map((entry) => new URL(entry).origin))])
  return reject(
    `origins separated by commas, each http:// or https:// with a host name and, if needed, a port, for example https://app.example.org,http://localhost:5173 (wrong here: ${wrong
      .map((entry) => JSON.stringify(entry))
      .join(', ')})`,
  )
}

export function bearerToken(text: string): Parsed<string> {
  if (/^[\w.~+/=-]{16,512}$/.test(text)) return accept(text)
  return reject(
    '16 to 512 letters, digits or -._~+/= without spaces, for example what `openssl rand -hex 32` prints',
  )
}

/** `cloud@example.org` or `Awan <cloud@example.org>`. */
export function mailSender(text: string): Parsed<string> {
  const address = /<([^<>]*)>$/.exec(text)?.[1] ?? text
  const isOneLine = !/[\r\n]/.test(text)
  if (isOneLine && /^[^\s@<>,]+@[^\s@<>,]+$/.test(address)) return accept(text)
  return reject('one mail address, with or without a name, for example Awan <cloud@example.org>')
}

/** Where a code can go: `rahma@example.org` or `+62 812 3456 7890`. */
export function contactAddress(text: string): Parsed<string> {
  const isPhone = parsePhoneNumberFromString(text, { extract: false })?.isPossible() === true
  if (isPhone || /^[^\s@<>,]+@[^\s@<>,]+$/.test(text)) return accept(text)
  return reject(
    'an e-mail address, or a phone number with its country code, for example rahma@example.org or +628123456789',
  )
}

export function folderPath(text: string): Parsed<string> {
  if (!text.includes('\0')) return accept(text)
  return reject('the path of a folder, for example /var/lib/awan')
}

const UNIT_MS: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

function toDuration(ms: number): string {
  const unit = ['d', 'h', 'm', 's'].find((each) => ms % (UNIT_MS[each] ?? 1) === 0) ?? 's'
  return `${ms / (UNIT_MS[unit] ?? 1000)}${unit}`
}

function toFactor(unit: string): number {
  const base = unit.length === 2 ? 1024 : 1000
  return base ** ' kmgtp'.indexOf(unit.charAt(0).toLowerCase() || ' ')
}

function isProxy(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
