import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../kernel/id.ts'

export function createCode(random: Random): string {
  return String(random.integer(1_000_000)).padStart(6, '0')
}

/** Six digits are found from a plain hash at once, so the hash needs a key; the id makes each its own. */
export function hashCode(codeKey: Buffer, id: string, code: string): string {
  return createHmac('sha256', codeKey).update(`verification:${id}:${code}`).digest('base64url')
}

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function hashVerificationToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
