/** ENT-3: how the sub of a person without an account of their own begins. */
export const ANONYMOUS_PREFIX = 'AMS='

/**
 * ACC-40: whether a sub is that of an anonymous user; every other user is registered.
 *
 * @example isAnonymousSub('AMS=4f0c') // true
 */
export function isAnonymousSub(sub: string): boolean {
  return sub.startsWith(ANONYMOUS_PREFIX)
}
