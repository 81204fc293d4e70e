/** How the text lay in its bytes, so that it is written as it was read. */
export interface TextFormat {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  hasMark: boolean
  lineBreak: '\n' | '\r\n' | '\r'
}

export interface DecodedText {
  /** With `\n` between its lines. */
  text: string
  format: TextFormat
}

/**
 * The text in the bytes, or undefined where they are something else. Bytes that are only the beginning of a
 * file (`isCut`) may end in the middle of a letter.
 */
export function decodeText(bytes: Uint8Array, isCut = false): DecodedText | undefined {
  const { encoding, markBytes } = detectEncoding(bytes)
  const raw = decodeStrictly(bytes.subarray(markBytes), encoding, isCut)
  if (raw === undefined || NOT_IN_TEXTS.test(raw)) return undefined
  const lineBreak = /\r\n|\r|\n/.exec(raw)?.[0] as TextFormat['lineBreak'] | undefined
  return {
    text: raw.replaceAll(/\r\n?/g, '\n'),
    format: { encoding, hasMark: markBytes > 0, lineBreak: lineBreak ?? '\n' },
  }
}

export function encodeText(text: string, format: TextFormat): Uint8Array<ArrayBuffer> {
  const { encoding, hasMark, lineBreak } = format
  const whole =
    (hasMark ? '\ufeff' : '') + (lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak))
  if (encoding === 'utf-8') return new TextEncoder().encode(whole)
  const bytes = new Uint8Array(whole.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < whole.length; index += 1) {
    view.setUint16(index * 2, whole.charCodeAt(index), encoding === 'utf-16le')
  }
  return bytes
}

/** Characters that no text has, and nearly every other file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_IN_TEXTS = /[\0-\x06\x0e-\x1a\x1c-\x1f]/

function detectEncoding(bytes: Uint8Array): {
  encoding: TextFormat['encoding']
  markBytes: number
} {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markBytes: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markBytes: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  return { encoding: guessWithoutMark(bytes), markBytes: 0 }
}

/** Latin letters in UTF-16 have a zero beside each one, always on the same side. */
function guessWithoutMark(bytes: Uint8Array): TextFormat['encoding'] {
  const sample = bytes.subarray(0, 512)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 8
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

function decodeStrictly(
  bytes: Uint8Array,
  encoding: TextFormat['encoding'],
  isCut: boolean,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: isCut,
    })
  } catch {
    // The one thing that decoding throws: these bytes are no text in this encoding.
    return undefined
  }
}
