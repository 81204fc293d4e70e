import { createHash, createHmac, type KeyObject } from 'node:crypto'

/** The form that is stored: a reader of the database cannot use it. */
export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The token that follows this one. Because it is computed and not drawn, tabs that race with the same
 * token get the same successor, and yet nothing but the key and the token itself yields it.
 */
export function successorOf(token: string, refreshKey: KeyObject): string {
  return createHmac('sha256', refreshKey).update(token).digest('base64url')
}
