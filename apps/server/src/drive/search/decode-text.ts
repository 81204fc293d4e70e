import type { TextRow } from '../../db/tables.ts'

export type TextEncoding = NonNullable<TextRow['encoding']>
/** Of bytes that are read where they lie. */
export type ByteEncoding = Exclude<TextEncoding, 'kept'>

export interface DecodedText {
  encoding: TextEncoding
  text: string
}

/**
 * Bytes as text, in UTF-8 or, where its mark stands at the beginning, in UTF-16; undefined for what is
 * neither. The last character may be cut off where only the beginning was read.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = markOf(bytes) ?? 'utf-8'
  const even = encoding === 'utf-8' ? bytes : bytes.subarray(0, bytes.length & ~1)
  try {
    // As a stream: the end of what was read need not be the end of a character.
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(even, STREAM)
    return CONTROLS.test(text) ? undefined : { encoding, text }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** A piece out of the middle; what is broken at its ends is left out. */
export function decodePiece(bytes: Uint8Array, encoding: ByteEncoding): string {
  return new TextDecoder(encoding).decode(bytes).replace(/^\ufffd+|\ufffd+$/g, '')
}

/** How many bytes a text takes; one that is kept is counted in UTF-16 units. */
export function byteLength(text: string, encoding: TextEncoding): number {
  if (encoding === 'kept') return text.length
  return encoding === 'utf-8' ? Buffer.byteLength(text) : text.length * 2
}

function markOf([first, second]: Uint8Array): ByteEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

const STREAM = { stream: true }
/** Text has tabs, ends of lines and pages, and the colours of terminals, but none of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/
