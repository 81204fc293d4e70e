import type { IncomingHttpHeaders } from 'node:http'
import type { OutgoingRequests } from '../../../kernel/outgoing/outgoing-requests.ts'
import { isSafeAddress } from '../../../kernel/service-address.ts'

const TIMEOUT_MS = 10_000
/** Key sets and profiles are a few kilobytes. */
const MAX_BYTES = 1024 * 1024

export interface FetchInit {
  method?: string
  headers?: Headers | Record<string, string>
  body?: string | URLSearchParams | Uint8Array | null | undefined
  signal?: AbortSignal | undefined
}

export type ProviderFetch = (address: string, init?: FetchInit) => Promise<Response>

/**
 * How we talk to third parties: by TLS, without following redirects, for a bounded time and for a
 * bounded length. Addresses come from the settings and from documents of the issuers named there.
 */
export function createProviderFetch({
  env,
  requests,
}: {
  env: 'development' | 'production'
  requests: OutgoingRequests
}): ProviderFetch {
  return async (address, init = {}) => {
    if (!isSafeAddress(new URL(address), env)) {
      throw new Error('a provider named an address without TLS')
    }
    const headers = new Headers(init.headers)
    if (init.body instanceof URLSearchParams && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded')
    }
    const answer = await requests.send({
      url: address,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(headers),
      body: init.body instanceof URLSearchParams ? String(init.body) : (init.body ?? undefined),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal: init.signal,
    })
    const { status } = answer
    return new Response(MAY_NOT_HAVE_BODY.has(status) ? null : new Uint8Array(answer.body), {
      status,
      headers: toHeaders(answer.headers),
    })
  }
}

const MAY_NOT_HAVE_BODY = new Set([204, 205, 304])

function toHeaders(headers: IncomingHttpHeaders): Headers {
  const all = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Headers(Object.fromEntries(all))
}
