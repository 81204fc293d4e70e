import { ServiceError } from '@awan/protocol/errors'

/** Where the door is. */
export const DAV_ROOT = '/dav'

/** Names from the top of the door down, as they were sent. */
export interface DavPath {
  /** What stands before them. */
  root: string
  names: readonly string[]
  /** Whether it ended with a slash, as paths of folders do. */
  isFolder: boolean
}

/** The beginning of a path that stands for the top of a door; undefined where the path is not below it. */
export type FindRoot = (path: string) => string | undefined

export const findDavRoot: FindRoot = (path) =>
  path === DAV_ROOT || path.startsWith(`${DAV_ROOT}/`) ? DAV_ROOT : undefined

/** Deeper than folders can be. */
const MAX_NAMES = 300

/** Of the address of a request. Undefined for one that is not below the door. */
export function parseDavPath(url: string, findRoot: FindRoot): DavPath | undefined {
  const path = withoutQuery(url)
  const root = findRoot(path)
  if (root === undefined) return undefined
  const names = path
    .slice(root.length)
    .split('/')
    // A doubled slash means one.
    .filter((name) => name !== '')
    .map(decode)
  if (names.length > MAX_NAMES) {
    throw new ServiceError('invalid_argument', {
      description: `a path has at most ${MAX_NAMES} names`,
      status: 414,
    })
  }
  return { root, names, isFolder: path.endsWith('/') }
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** A pattern that ends in slashes would look at every run of them in a path again from each of its slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

export function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (cause) {
    throw new ServiceError('invalid_argument', {
      description: 'the path is not percent-encoded UTF-8',
      cause,
    })
  }
}

/**
 * An address in a header: `Destination`, or a resource in `If`. It is a whole address, or a path alone. Behind a proxy
 * its scheme may be another than the one that we hear, and never says more than where the caller thinks that we are; so only
 * the host is compared, which proxies pass on.
 */
export function parseAddress(
  address: string,
  own: { hosts: ReadonlySet<string>; findRoot: FindRoot },
): DavPath | 'elsewhere' {
  if (address.startsWith('/') && !address.startsWith('//')) {
    return parseDavPath(address, own.findRoot) ?? 'elsewhere'
  }
  // The path is taken as it is written: `URL` would change dots in it, and ours are names.
  const [, host, path] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)(\/[^?#]*)?/i.exec(address) ?? []
  if (host === undefined) {
    throw new ServiceError('invalid_argument', {
      description: 'Destination must be an address or a path that begins with a slash',
    })
  }
  if (!own.hosts.has(withoutUsualPort(host))) return 'elsewhere'
  return parseDavPath(path ?? '/', own.findRoot) ?? 'elsewhere'
}

/** As it is compared: in small letters, and a port that goes without saying left out. */
export function withoutUsualPort(host: string): string {
  return host.toLowerCase().replace(/:(?:80|443)$/, '')
}

/** The path of something, encoded, with a slash at the end of folders. */
export type ToHref = (names: readonly string[], isFolder: boolean) => string

/**
 * For the answers to a request: what is at its path or below begins as the caller wrote the path, because some clients
 * compare that letter by letter.
 */
export function hrefsFor(url: string, { root, names: asked }: DavPath): ToHref {
  const written = withoutEndSlashes(withoutQuery(url))
  const isPlain = /^[!-~]+$/.test(written)
  return (names, isFolder) => {
    const isBelow = isPlain && names.length >= asked.length
    const path = names.slice(isBelow ? asked.length : 0).map((name) => `/${encodeName(name)}`)
    return (isBelow ? written : root) + path.join('') + (isFolder ? '/' : '')
  }
}

export function encodeName(name: string): string {
  if (PLAIN.test(name)) return name
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** What stands for itself in every address. */
const PLAIN = /^[\w.~-]*$/
