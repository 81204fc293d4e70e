import { z } from 'zod'

/** The token answer of every call that signs a person in. */
export const credentials = z.object({
  token_type: z.literal('Bearer'),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds; the client keeps its own margin. */
  expires_in: z.number().int().positive(),
  /** The user id; an anonymous user's starts with `AMS=`. */
  sub: z.string(),
  /** Space-separated. */
  scope: z.string(),
})

export type Credentials = z.output<typeof credentials>

/** ENT-3, ACC-40: how the sub of a person without an account of their own begins. */
export const ANONYMOUS_PREFIX = 'AMS='

/**
 * ACC-40: whether a sub is that of an anonymous user; every other user is registered.
 *
 * @example isAnonymousSub('AMS=4f0c') // true
 */
export function isAnonymousSub(sub: string): boolean {
  return sub.startsWith(ANONYMOUS_PREFIX)
}
