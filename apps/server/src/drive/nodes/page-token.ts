import { ServiceError } from '@awan/protocol/errors'

/**
 * Where the next page of a folder begins. Within a folder no two sort keys are equal (each ends with
 * the exact name), so that the last key alone says where to go on, whatever is added or removed.
 */
export function toPageToken(folderId: string, lastSortKey: string): string {
  return Buffer.from(JSON.stringify([folderId, lastSortKey])).toString('base64url')
}

/** The sort key after which the page begins. */
export function parsePageToken(token: string, folderId: string): string {
  const [tokenFolderId, lastSortKey] = decode(token)
  if (tokenFolderId !== folderId || typeof lastSortKey !== 'string' || lastSortKey.includes('\0')) {
    throw badToken()
  }
  return lastSortKey
}

function decode(token: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === 2) return parts
  } catch (cause) {
    throw badToken(cause)
  }
  throw badToken()
}

function badToken(cause?: unknown): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the page token is not one of this folder',
    cause,
  })
}
