import type { Page } from '../runtime/runtime.ts'
import { createCookies } from '../storage/cookies.ts'

export type CookiePage = Pick<Page, 'document' | 'hostName' | 'isSecure'>

/**
 * The widest domain on which the browser keeps this page's cookies: `example.org` for a page of
 * `drive.example.org`. Only the browser knows the public suffixes (`co.uk`), so that it is asked, once
 * per page. Undefined where a cookie can belong to the host alone.
 */
export function findMainDomain(page: CookiePage): string | undefined {
  if (!found.has(page)) found.set(page, probe(page))
  return found.get(page)
}

const found = new WeakMap<CookiePage, string | undefined>()

function probe({ document, hostName, isSecure }: CookiePage): string | undefined {
  // An address has no parent, though it has dots.
  if (!/^[\w.-]*[a-z][\w-]*$/i.test(hostName)) return undefined
  const cookies = createCookies(document)
  const labels = hostName.split('.')
  for (let count = 2; count <= labels.length; count++) {
    const domain = labels.slice(-count).join('.')
    cookies.set(PROBE, domain, { domain, secure: isSecure, sameSite: 'Lax', expiresInMs: 10_000 })
    const isKept = cookies.getAll(PROBE).includes(domain)
    cookies.remove(PROBE, { domain })
    if (isKept) return domain
  }
  return undefined
}

const PROBE = 'awan_probe'
