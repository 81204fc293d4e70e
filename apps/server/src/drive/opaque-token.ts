import { ServiceError } from '@awan/protocol/errors'

/** Clients return it unchanged; it contains nothing that the pages do not show, unlike the tokens of `sealed-tokens.ts`. */
export function toOpaqueToken(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Its parts are untrusted: the caller checks each one. */
export function parseOpaqueToken(token: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (Array.isArray(parts)) return parts
  } catch (cause) {
    throw badToken(cause)
  }
  throw badToken()
}

export function badToken(cause?: unknown): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the page token does not belong to this listing: start at the first page',
    cause,
  })
}
