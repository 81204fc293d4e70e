import { ServiceError } from '@awan/protocol/errors'

/** One thing that an `If` header says of a resource (RFC 4918, 10.4). */
export interface Condition {
  isNot: boolean
  kind: 'token' | 'etag'
  value: string
}

/** A list is true when all of its conditions are; the header when one of its lists is. */
export interface ConditionList {
  /** As it was sent; undefined for the resource of the request. */
  resource: string | undefined
  conditions: Condition[]
}

const MAX_LENGTH = 16_384
const MAX_CONDITIONS = 200

export function parseIf(header: string | undefined): ConditionList[] {
  if (header === undefined) return []
  if (header.length > MAX_LENGTH) throw badIf('is too long')
  const lists: ConditionList[] = []
  const parts = split(header)
  let resource: string | undefined
  let hasUntagged = false
  let list: Condition[] | undefined
  let isNot = false
  let count = 0
  for (const part of parts) {
    if (list === undefined) {
      if (part === '(') list = []
      else if (part.startsWith('<')) {
        if (hasUntagged) throw badIf('mixes lists with and without a resource')
        if (resource !== undefined && lists.at(-1)?.resource !== resource) {
          throw badIf('names a resource without a list')
        }
        resource = part.slice(1, -1)
      } else throw badIf('has a condition outside of a list')
    } else if (part === ')') {
      if (list.length === 0 || isNot) throw badIf('has an empty list')
      lists.push({ resource, conditions: list })
      hasUntagged ||= resource === undefined
      list = undefined
    } else if (part === '(') {
      throw badIf('has a list in a list')
    } else if (part.toLowerCase() === 'not') {
      if (isNot) throw badIf('says Not twice')
      isNot = true
    } else {
      if (++count > MAX_CONDITIONS) throw badIf(`has more than ${MAX_CONDITIONS} conditions`)
      const kind = part.startsWith('<') ? 'token' : 'etag'
      list.push({ isNot, kind, value: part.slice(1, -1) })
      isNot = false
    }
  }
  if (list !== undefined || lists.length === 0) throw badIf('ends before its list does')
  if (resource !== undefined && lists.at(-1)?.resource !== resource) {
    throw badIf('names a resource without a list')
  }
  return lists
}

function split(header: string): string[] {
  const parts: string[] = []
  const end = header.trimEnd().length
  PART.lastIndex = 0
  for (let at = 0; at < end; at = PART.lastIndex) {
    const [, part] = PART.exec(header) ?? []
    if (part === undefined) throw badIf('cannot be read')
    parts.push(part)
  }
  return parts
}

/** `<…>`, `[…]` with a tag, parentheses and `Not`. */
const PART = /[ \t]*(<[^<>\s]*>|\[(?:W\/)?"[^"]*"\]|\[[^\]"]*\]|\(|\)|not(?=[ \t<[]))/iy

/** The tokens that it tells the server: those that it says are there. */
export function tokensOf(lists: readonly ConditionList[]): string[] {
  return lists.flatMap(({ conditions }) =>
    conditions.flatMap(({ kind, isNot, value }) => (kind === 'token' && !isNot ? [value] : [])),
  )
}

/** What is true of a resource. */
export interface ResourceState {
  etag: string | undefined
  /** Of the locks that hold for it. */
  tokens: ReadonlySet<string>
}

export function holds({ conditions }: ConditionList, { etag, tokens }: ResourceState): boolean {
  return conditions.every(({ kind, isNot, value }) => {
    const is = kind === 'token' ? tokens.has(value) : etag !== undefined && value === etag
    return is !== isNot
  })
}

function badIf(why: string): ServiceError {
  return new ServiceError('invalid_argument', { description: `the If header ${why}` })
}
