/** Where another service runs: http or https, with a path at most. Undefined for anything else. */
export function parseServiceAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/.test(text)
  return isAddress ? url : undefined
}

/** For what carries secrets: TLS always, except to this very machine while developing. */
export function isSafeAddress(url: URL, env: 'development' | 'production'): boolean {
  if (url.protocol === 'https:') return true
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'http:' && isHere && env === 'development'
}
