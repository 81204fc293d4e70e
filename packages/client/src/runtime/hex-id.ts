import type { Runtime } from './runtime.ts'

/** A random UUID without its dashes: 32 lower-case hexadecimal digits. */
export function createHexId(runtime: Pick<Runtime, 'randomBytes'>): string {
  const bytes = runtime.randomBytes(16)
  // RFC 9562: version 4, variant 10.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toHex(bytes)
}

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
