import { randomBytes, randomInt } from 'node:crypto'

/** The only source of chance. */
export interface Random {
  bytes(length: number): Buffer
  /** Below `limit`, evenly spread. */
  integer(limit: number): number
}

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  integer: (limit) => randomInt(limit),
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * A new id: a time part, so that rows made one after the other lie side by side in the index, and
 * 80 bits of chance, so that nobody guesses one. 25 characters of [0-9a-z].
 */
export function createId(random: Random, nowMs: number): string {
  const time = nowMs.toString(36).padStart(9, '0')
  let rest = ''
  for (let i = 0; i < 16; i++) rest += ALPHABET[random.integer(36)]
  return time + rest
}

/** A secret for a person's hands or a client's storage: 256 bits, URL-safe. */
export function createSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

/** A random UUID (version 4), for the ids that a format prescribes. */
export function createUuid(random: Random): string {
  return toUuid(random.bytes(16))
}

/** Sixteen random bytes, or bytes of a hash, written as a UUID. */
export function toUuid(given: Uint8Array): string {
  const bytes = Buffer.from(given)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [8, 12, 16, 20, 32].map((end, i, ends) => hex.slice(ends[i - 1] ?? 0, end)).join('-')
}
