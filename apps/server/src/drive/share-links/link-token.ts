import { createHash } from 'node:crypto'
import type { Random } from '../../kernel/id.ts'

/** What the address of a link has: 128 bits, so that nobody guesses one. */
export function createLinkToken(random: Random): string {
  return random.bytes(16).toString('base64url')
}

/** A link is looked up by this. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(`link ${token}`).digest('base64url')
}
