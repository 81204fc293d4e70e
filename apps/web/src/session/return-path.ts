/** Where people go who were not on their way anywhere. */
export const HOME_PATH = '/files'

/**
 * The path to return to after signing in. The address bar is not ours to trust: only a path of this
 * site is followed, anything else leads home.
 */
export function toReturnPath(from: unknown, origin: string): string {
  if (typeof from !== 'string' || !from.startsWith('/')) return HOME_PATH
  const url = URL.parse(from, origin)
  if (url === null || url.origin !== origin) return HOME_PATH
  // `/.//host` is a path of ours until it is read again without its dot.
  if (url.pathname.startsWith('//')) return HOME_PATH
  // The entrance is no destination: it would send people round in circles.
  if (ENTRANCE.has(url.pathname)) return HOME_PATH
  return url.pathname + url.search + url.hash
}

const ENTRANCE = new Set([
  '/',
  '/signin',
  '/signup',
  '/recover',
  '/try',
  '/accounts',
  '/welcome',
  '/shell-signin',
  '/link',
])
