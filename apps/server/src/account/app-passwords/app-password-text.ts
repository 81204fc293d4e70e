import { createHmac, type KeyObject } from 'node:crypto'
import { toBase32 } from '../../kernel/base32.ts'
import type { Random } from '../../kernel/id.ts'

/** By it, scanners of published code find an app password that somebody has pushed there. */
const PREFIX = 'awan_'
const BYTES = 32

/** 256 random bits, in letters and digits that people can tell apart and type. */
export function createAppPasswordText(random: Random): string {
  return PREFIX + toBase32(random.bytes(BYTES)).toLowerCase()
}

/**
 * What is stored of it. A text of 256 random bits cannot be guessed, so that one keyed hash does and a
 * call costs no password hash; without the key, a copy of the table does not even confirm a guess.
 */
export function hashAppPassword(key: KeyObject, typed: string): string {
  // Shown in groups of four, and typed by hand on devices without a clipboard.
  const text = typed.replace(/[\s-]/g, '').toLowerCase()
  return createHmac('sha256', key).update(`app-password:${text}`).digest('base64url')
}
