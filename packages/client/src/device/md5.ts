import { toHex } from '../runtime/hex-id.ts'

/**
 * RFC 1321: the MD5 of a text's UTF-8 bytes, in hexadecimal. The risk report asks for it (DEV-8); it
 * protects nothing.
 *
 * @example md5('abc') // '900150983cd24fb0d6963f7d28e17f72'
 */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  // The message, one bit, zeros, and the length in bits fill whole blocks of 64 bytes.
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) << 6) + 64))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 8, bytes.length << 3, true)
  padded.setUint32(padded.byteLength - 4, bytes.length >>> 29, true)

  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (let step = 0; step < 64; step++) {
      const round = step >> 4
      const mixed = a + mix(round, b, c, d) + (SINES[step] ?? 0)
      const word = padded.getUint32(block + 4 * wordOf(round, step), true)
      const shift = SHIFTS[round]?.[step & 3] ?? 0
      const sum = (mixed + word) | 0
      a = d
      d = c
      c = b
      b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
    }
    for (const [index, part] of [a, b, c, d].entries()) {
      state[index] = ((state[index] ?? 0) + part) | 0
    }
  }
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, part] of state.entries()) digest.setUint32(index * 4, part, true)
  return toHex(new Uint8Array(digest.buffer))
}

const SINES = Array.from({ length: 64 }, (_, index) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(index + 1))),
)
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
]

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d)
  if (round === 1) return (b & d) | (c & ~d)
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d)
}

function wordOf(round: number, step: number): number {
  const [factor = 1, offset = 0] =
    [
      [1, 0],
      [5, 1],
      [3, 5],
      [7, 0],
    ][round] ?? []
  return (factor * step + offset) & 15
}
