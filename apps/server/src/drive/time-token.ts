import { badToken, parseOpaqueToken, toOpaqueToken } from './opaque-token.ts'

/** A place in a list that has the latest first. */
export interface TimeKey {
  at: number
  id: string
}

/** Where the next page of a list begins; good for that list only. */
export function toTimeToken(list: string, { at, id }: TimeKey): string {
  return toOpaqueToken(toTimeParts(list, { at, id }))
}

export function toTimeParts(list: string, { at, id }: TimeKey): unknown[] {
  return [list, at, id]
}

export function parseTimeToken(token: string, list: string): TimeKey {
  return toTimeKey(parseOpaqueToken(token), list)
}

/** From the parts of a token. */
export function toTimeKey(parts: readonly unknown[], list: string): TimeKey {
  const [of, at, id, ...rest] = parts
  const isWhole = Number.isSafeInteger(at) && typeof id === 'string' && ID.test(id)
  if (of !== list || !isWhole || rest.length > 0) throw badToken()
  return { at: at as number, id }
}

const ID = /^[0-9A-Za-z_-]{1,64}$/
