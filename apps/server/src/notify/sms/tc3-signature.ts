import { createHash, createHmac } from 'node:crypto'

export interface Tc3Request {
  service: string
  host: string
  contentType: string
  body: string
  nowMs: number
}

/** Tencent Cloud's TC3-HMAC-SHA256 for a POST to the root: the `Authorization` header. */
export function signTc3(
  { service, host, contentType, body, nowMs }: Tc3Request,
  { secretId, secretKey }: { secretId: string; secretKey: string },
): { authorization: string; timestamp: string } {
  const timestamp = String(Math.floor(nowMs / 1000))
  const date = new Date(nowMs).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const signedHeaders = 'content-type;host'
  const canonicalRequest = [
    'POST',
    '/',
    '',
    `content-type:${contentType}\nhost:${host}\n`,
    signedHeaders,
    sha256(body),
  ].join('\n')
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonicalRequest)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<Buffer | string>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `TC3${secretKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return {
    timestamp,
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
