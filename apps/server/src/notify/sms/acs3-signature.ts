import { createHash, createHmac } from 'node:crypto'

export interface Acs3Request {
  host: string
  query: Readonly<Record<string, string>>
  /** All `x-acs-*` headers but the digest of the body, which is added. */
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Acs3Signed {
  /** As it was signed: this text goes into the address, letter by letter. */
  query: string
  headers: Record<string, string>
}

/** Alibaba Cloud's signature method V3 (ACS3-HMAC-SHA256) for a POST to the root. */
export function signAcs3(
  { host, query, headers, body }: Acs3Request,
  { keyId, secret }: { keyId: string; secret: string },
): Acs3Signed {
  const canonicalQuery = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed: Record<string, string> = { ...headers, 'x-acs-content-sha256': sha256(body) }
  const names = [...Object.keys(signed), 'host'].sort()
  const lines = names.map((name) => `${name}:${(name === 'host' ? host : signed[name])?.trim()}\n`)
  const canonicalRequest = [
    'POST',
    '/',
    canonicalQuery,
    lines.join(''),
    names.join(';'),
    sha256(body),
  ].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonicalRequest)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { query: canonicalQuery, headers: { ...signed, authorization } }
}

/** RFC 3986: what `encodeURIComponent` leaves alone beyond it is encoded too. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
