/** Cookies as a browser keeps them, for one person's browser and many pages. */
export interface CookieJar {
  /** What a page at this address sees as `document`. */
  open(url: string): { cookie: string }
  /** Every cookie that lives, whoever may see it: `name domain path attributes`. */
  dump(): string[]
}

interface Kept {
  name: string
  value: string
  domain: string
  isHostOnly: boolean
  path: string
  isSecure: boolean
  expiresMs: number
}

/** RFC 6265 as browsers practise it: scope, expiry, order, the limit of 4096 bytes, public suffixes. */
export function createCookieJar(now: () => number): CookieJar {
  let kept: Kept[] = []
  const alive = () => {
    kept = kept.filter(({ expiresMs }) => expiresMs > now())
    return kept
  }
  return {
    open(url) {
      const page = new URL(url)
      return {
        get cookie() {
          return alive()
            .filter((cookie) => isSeenBy(page, cookie))
            .sort((a, b) => b.path.length - a.path.length)
            .map(({ name, value }) => `${name}=${value}`)
            .join('; ')
        },
        set cookie(text) {
          const cookie = parse(text, page, now())
          if (!cookie) return
          const at = alive().findIndex((one) => scopeOf(one) === scopeOf(cookie))
          // Replaced in its place: the order is that of creation.
          if (at >= 0) kept[at] = cookie
          else kept.push(cookie)
        },
      }
    },
    dump: () => alive().map((one) => `${scopeOf(one)}${one.isSecure ? ' secure' : ''}`),
  }
}

const PUBLIC_SUFFIXES = ['org', 'com', 'uk', 'co.uk', 'github.io']

function parse(text: string, page: URL, nowMs: number): Kept | undefined {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const options = new Map(
    attributes.map((attribute): [string, string] => {
      const [name = '', value = ''] = attribute.split('=')
      return [name.toLowerCase(), value]
    }),
  )
  const domain = options.get('domain')?.replace(/^\./, '').toLowerCase()
  const isOwn = domain === undefined || domain === page.hostname
  const isSecure = options.has('secure')
  if (pair.length > 4096 || (isSecure && page.protocol !== 'https:')) return undefined
  if (!isOwn && (!page.hostname.endsWith(`.${domain}`) || PUBLIC_SUFFIXES.includes(domain))) {
    return undefined
  }
  const maxAge = options.get('max-age')
  const expires = options.get('expires')
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: domain ?? page.hostname,
    isHostOnly: domain === undefined || PUBLIC_SUFFIXES.includes(domain) || isAddress(domain),
    path: options.get('path') ?? '/',
    isSecure,
    expiresMs: maxAge
      ? nowMs + Number(maxAge) * 1000
      : expires
        ? Date.parse(expires)
        : Number.POSITIVE_INFINITY,
  }
}

function isSeenBy(page: URL, { domain, isHostOnly, path, isSecure }: Kept): boolean {
  const isHost = page.hostname === domain || (!isHostOnly && page.hostname.endsWith(`.${domain}`))
  const folder = path.endsWith('/') ? path : `${path}/`
  const isPath = page.pathname === path || page.pathname.startsWith(folder)
  return isHost && isPath && (!isSecure || page.protocol === 'https:')
}

function scopeOf({ name, domain, isHostOnly, path }: Kept): string {
  return `${name} ${isHostOnly ? '' : '.'}${domain} ${path}`
}

function isAddress(host: string): boolean {
  return /^[\d.]+$|^\[/.test(host)
}
