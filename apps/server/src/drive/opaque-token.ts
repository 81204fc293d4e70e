import { ServiceError } from '@awan/protocol/errors'

/** What a client gives back as it got it: it holds nothing that the pages do not show. */
export function toOpaqueToken(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** What is in it may be anything: whoever reads it looks at each part. */
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
