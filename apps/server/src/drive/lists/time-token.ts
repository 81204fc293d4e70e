import { ServiceError } from '@awan/protocol/errors'
import type { ListTime, TimeKey } from './lists.store.ts'

/** Where the next page of a list of the whole drive begins; good for that list only. */
export function toTimeToken(time: ListTime, { at, id }: TimeKey): string {
  return Buffer.from(JSON.stringify([time, at, id])).toString('base64url')
}

export function parseTimeToken(token: string, time: ListTime): TimeKey {
  const [list, at, id, ...rest] = decode(token)
  const isWhole = Number.isSafeInteger(at) && typeof id === 'string' && ID.test(id)
  if (list !== time || !isWhole || rest.length > 0) throw badToken()
  return { at: at as number, id }
}

const ID = /^[0-9A-Za-z_-]{1,64}$/

function decode(token: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (Array.isArray(parts)) return parts
  } catch (cause) {
    throw badToken(cause)
  }
  throw badToken()
}

function badToken(cause?: unknown): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the page token is not one of this list',
    cause,
  })
}
