import { MAX_NAME_BYTES, nameBytes, nameProblem, toStoredName } from '@awan/protocol/name-problem'

/**
 * What a file is called that a server sends: as the server says it, else after the end of the address that it came
 * from, else after the host.
 */
export function fetchedName(disposition: string | undefined, url: URL): string {
  const said = disposition === undefined ? undefined : saidName(disposition)
  const inPath = decode(url.pathname.slice(url.pathname.lastIndexOf('/') + 1), 'utf-8')
  for (const given of [said, inPath, url.hostname]) {
    const name = given === undefined ? undefined : toValidName(given)
    if (name !== undefined) return name
  }
  return 'file'
}

/** `filename*` is the better one, of those servers that send both. */
function saidName(disposition: string): string | undefined {
  const [, charset = '', encoded = ''] =
    /;\s*filename\*\s*=\s*"?([\w-]+)'[^']*'([^;"\s]+)/i.exec(disposition) ?? []
  const extended = encoded === '' ? undefined : decode(encoded, charset)
  if (extended !== undefined) return extended
  const [, quoted, plain] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  if (quoted === undefined) return plain === undefined ? undefined : fromHeader(plain)
  return fromHeader(quoted.replace(/\\(["\\])/g, '$1'))
}

/** Headers come as Latin-1, and most servers write UTF-8 into them. */
function fromHeader(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}

/** Undefined where the bytes are none of that charset. */
function decode(text: string, charset: string): string | undefined {
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    // What is not encoded is ASCII in both places that this is for.
    'latin1',
  )
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** By the rules for all names: of a path its last part, without what no name may have, and not too long. */
function toValidName(given: string): string | undefined {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const clean = last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim()
  const name = toStoredName(shorten(clean))
  return nameProblem(name) === undefined ? name : undefined
}

/** Before its extension. */
function shorten(name: string): string {
  if (nameBytes(name) <= MAX_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && nameBytes(name.slice(dot)) <= 32 ? name.slice(dot) : ''
  // None of them takes less than a byte.
  const letters = [...name.slice(0, name.length - extension.length)].slice(0, MAX_NAME_BYTES)
  while (nameBytes(letters.join('') + extension) > MAX_NAME_BYTES) letters.pop()
  return letters.join('') + extension
}
