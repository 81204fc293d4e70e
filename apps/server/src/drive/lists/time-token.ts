import { badToken, parseOpaqueToken, toOpaqueToken } from '../opaque-token.ts'
import type { ListTime, TimeKey } from './lists.store.ts'

/** Where the next page of a list of the whole drive begins; good for that list only. */
export function toTimeToken(time: ListTime, { at, id }: TimeKey): string {
  return toOpaqueToken([time, at, id])
}

export function parseTimeToken(token: string, time: ListTime): TimeKey {
  const [list, at, id, ...rest] = parseOpaqueToken(token)
  const isWhole = Number.isSafeInteger(at) && typeof id === 'string' && ID.test(id)
  if (list !== time || !isWhole || rest.length > 0) throw badToken()
  return { at: at as number, id }
}

const ID = /^[0-9A-Za-z_-]{1,64}$/
