/**
 * RFC 9700, 2.1: a redirect URI is the registered one, letter by letter. The one exception is the
 * port of a loopback address: a native app takes whichever is free (RFC 8252, 7.3).
 */
export function matchesRedirectUri(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true
  const anyPort = withoutLoopbackPort(given)
  return anyPort !== undefined && registered.some((uri) => withoutLoopbackPort(uri) === anyPort)
}

/** What keeps a URI from being registered, in words; undefined when nothing does. */
export function findRedirectUriProblem(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || /[\s\\]/.test(text) || text.length > MAX_LENGTH) return 'it is not a whole URI'
  if (text.includes('#')) return 'it has a fragment'
  if (url.username !== '' || url.password !== '') return 'it names a user'
  if (text.includes('*')) return 'it has a wildcard; each URI is registered by itself'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') {
    return isLoopback(url)
      ? undefined
      : 'http is for loopback addresses; elsewhere it must be https'
  }
  // RFC 8252, 7.1: a scheme of one's own is a domain name in reverse. This leaves out javascript: too.
  return url.protocol.includes('.')
    ? undefined
    : 'its scheme is neither https nor of the app itself'
}

/** Another app on the same device could have claimed these; who is behind them is never sure. */
export function isUnprovenRedirectUri(uri: string | undefined): boolean {
  return uri !== undefined && URL.parse(uri)?.protocol !== 'https:'
}

const MAX_LENGTH = 2048
const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.has(hostname)
}

/** `localhost` is no address: what it means is up to the machine, so its port is compared. */
function withoutLoopbackPort(text: string): string | undefined {
  const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/[^#]*)?$/.exec(text)
  return loopback ? `${loopback[1]}${loopback[2] ?? ''}` : undefined
}
