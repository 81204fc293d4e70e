import { fold } from '../folded-text.ts'
import type { FoundNode } from './describe-found.ts'
import type { SearchProperty } from './search-properties.ts'

/** What a search wants of the files and folders that it finds (RFC 5323, 5.6 and on). */
export type Condition =
  | { kind: 'and' | 'or'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'collection' }
  | Comparison

export interface Comparison {
  kind: 'compare'
  operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'like'
  property: SearchProperty
  /** Of the type of the property. */
  value: string | number | boolean
}

export function matches(condition: Condition, found: FoundNode): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => matches(part, found))
    case 'or':
      return condition.parts.some((part) => matches(part, found))
    case 'not':
      return !matches(condition.part, found)
    case 'collection':
      return found.node.kind === 'folder'
    case 'compare':
      return compares(condition, condition.property.value(found))
  }
}

function compares(
  { operator, value: wanted }: Comparison,
  value: string | number | boolean | undefined,
): boolean {
  if (value === undefined) return false
  if (operator === 'like') return isLike(String(value), String(wanted))
  if (operator === 'eq') return value === wanted
  if (operator === 'lt') return value < wanted
  if (operator === 'lte') return value <= wanted
  if (operator === 'gt') return value > wanted
  return value >= wanted
}

/** What a pattern looks for anywhere in a text; undefined where it says where. */
export function textAnywhere(pattern: string): string | undefined {
  const [, inside] = /^%([^%_\\]*)%$/.exec(pattern) ?? []
  return inside
}

/** `%` stands for any characters and `_` for one; a backslash takes that from them. */
export function isLike(text: string, pattern: string): boolean {
  const anywhere = textAnywhere(pattern)
  // As people look for things everywhere else here.
  if (anywhere !== undefined && fold(text).includes(fold(anywhere))) return true
  return fits([...text.toLowerCase()], toTokens(pattern.toLowerCase()))
}

const ANY = Symbol('any characters')
const ONE = Symbol('one character')
type Token = string | typeof ANY | typeof ONE

function toTokens(pattern: string): Token[] {
  const tokens: Token[] = []
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (character === '%') tokens.push(ANY)
    else if (character === '_') tokens.push(ONE)
    else tokens.push(character === '\\' ? (characters[++at] ?? character) : character)
  }
  return tokens
}

/** In a time that grows with both lengths multiplied, whatever the pattern: it goes back to the last `%` only. */
function fits(text: readonly string[], tokens: readonly Token[]): boolean {
  let [at, next, star, from] = [0, 0, -1, 0]
  while (at < text.length) {
    const token = tokens[next]
    if (token === ANY) {
      star = next++
      from = at
    } else if (token === ONE || token === text[at]) {
      next++
      at++
    } else if (star !== -1) {
      next = star + 1
      at = ++from
    } else return false
  }
  return tokens.slice(next).every((token) => token === ANY)
}

/** Those that must all hold. */
export function conjuncts(condition: Condition): readonly Condition[] {
  if (condition.kind !== 'and') return [condition]
  return condition.parts.flatMap(conjuncts)
}
