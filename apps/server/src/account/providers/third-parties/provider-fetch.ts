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
export function createProviderFetch({ env }: { env: 'development' | 'production' }): ProviderFetch {
  return async (address, init = {}) => {
    if (!isSafeAddress(new URL(address), env)) {
      throw new Error('a provider named an address without TLS')
    }
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, {
      method: init.method ?? 'GET',
      headers: init.headers ?? {},
      body: (init.body ?? null) as RequestInit['body'] & {},
      redirect: 'manual',
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    })
    const { status, headers } = response
    const bytes = await readBounded(response)
    return new Response(MAY_NOT_HAVE_BODY.has(status) ? null : bytes, { status, headers })
  }
}

const MAY_NOT_HAVE_BODY = new Set([204, 205, 304])

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new Error('a provider answered with too much data')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
