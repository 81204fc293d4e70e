import { ServiceError } from '@awan/protocol/errors'
import type { ClientProof } from './clients.ts'

/**
 * RFC 6749, 2.3.1: an app names itself in the Authorization header, where both parts are
 * form-encoded, or in the call. One that does both must say the same.
 */
export function readClientProof(
  authorization: string | undefined,
  sent: { clientId: string | undefined; clientSecret: string | undefined },
): ClientProof {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return { ...sent, clientSecret: sent.clientSecret || undefined }
  const [id, secret] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'))
  const clientId = decodeForm(id)
  if (sent.clientId && sent.clientId !== clientId) {
    throw new ServiceError('invalid_request', {
      description: 'client_id and the Basic header name different clients',
    })
  }
  return { clientId, clientSecret: decodeForm(secret) }
}

function splitOnce(text: string): [string, string] {
  const colon = text.indexOf(':')
  return colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
