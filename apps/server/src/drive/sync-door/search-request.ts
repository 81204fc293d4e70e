import { ServiceError } from '@awan/protocol/errors'
import { MAX_TIME_MS } from '../webdav/dav-headers.ts'
import {
  type Depth,
  type PropertyRequest,
  parseDepth,
  parseProp,
} from '../webdav/property-request.ts'
import {
  davChild,
  elementsOf,
  isDav,
  readXml,
  textOf,
  type XmlElement,
} from '../webdav/read-xml.ts'
import { type Limits, parseLimits } from './parse-limits.ts'
import type { Comparison, Condition } from './search-condition.ts'
import { findSearchProperty, type SearchProperty, toMeantName } from './search-properties.ts'

/** What a `SEARCH` asks (RFC 5323, 5.3). */
export interface SearchRequest {
  asked: PropertyRequest
  scope: { address: string; depth: Depth }
  condition: Condition
  orders: readonly Order[]
  limits: Limits
}

export interface Order {
  property: SearchProperty
  isDescending: boolean
}

/** Far more than a client sends. */
const MAX_CONDITIONS = 100
const MAX_LITERAL_LENGTH = 1_000
/** All of them are held against each name that is looked at, in a time that grows with both. */
const MAX_PATTERNS_LENGTH = 500

export function parseSearch(body: Uint8Array): SearchRequest {
  const top = readXml(body)
  if (!isDav(top, 'searchrequest')) throw wrong('the body must be a searchrequest element')
  const search = child(top, 'basicsearch')
  const scope = child(child(search, 'from'), 'scope')
  const where = davChild(search, 'where')
  const depth = davChild(scope, 'depth')
  return {
    asked: parseProp(withMeantNames(davChild(child(search, 'select'), 'prop'))),
    scope: {
      address: textOf(child(scope, 'href')).trim(),
      depth: parseDepth(depth && textOf(depth), 'infinity'),
    },
    condition: where ? parseWhere(where) : { kind: 'and', parts: [] },
    orders: parseOrders(davChild(search, 'orderby')),
    limits: parseLimits(search),
  }
}

function withMeantNames(prop: XmlElement | undefined): XmlElement | undefined {
  const children = prop && elementsOf(prop)
  return prop && children && { ...prop, children: children.map(toMeantName) }
}

function parseWhere(where: XmlElement): Condition {
  let count = 0
  let patternsLength = 0

  function parse(element: XmlElement): Condition {
    if (++count > MAX_CONDITIONS) {
      throw wrong(`a search has at most ${MAX_CONDITIONS} conditions`)
    }
    const { namespace, name } = element
    if (namespace !== 'DAV:') throw unknown(`the condition ${name}`)
    switch (name) {
      case 'and':
      case 'or':
        return join(name, elementsOf(element).map(parse))
      case 'not': {
        const [part, ...more] = elementsOf(element).map(parse)
        if (!part || more.length > 0) throw wrong('not has one condition in it')
        return { kind: 'not', part }
      }
      case 'is-collection':
        return { kind: 'collection' }
      case 'eq':
      case 'lt':
      case 'lte':
      case 'gt':
      case 'gte':
      case 'like':
        return countPattern(parseComparison(element, name))
      default:
        throw unknown(`the condition ${name}`)
    }
  }

  function countPattern(comparison: Comparison): Comparison {
    if (comparison.operator === 'like') patternsLength += String(comparison.value).length
    if (patternsLength <= MAX_PATTERNS_LENGTH) return comparison
    throw wrong(`the patterns of a search have at most ${MAX_PATTERNS_LENGTH} characters in all`)
  }

  return join('and', elementsOf(where).map(parse))
}

/** One alone is itself. */
function join(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  const [first, ...more] = parts
  return first && more.length === 0 ? first : { kind, parts }
}

function parseComparison(element: XmlElement, operator: Comparison['operator']): Comparison {
  const property = parseProperty(element)
  const text = textOf(child(element, 'literal'))
  if (text.length > MAX_LITERAL_LENGTH) {
    throw wrong(`a literal has at most ${MAX_LITERAL_LENGTH} characters`)
  }
  if (operator === 'like' && property.type !== 'text') {
    throw wrong(`like is for texts, which ${property.name} is not`)
  }
  return { kind: 'compare', operator, property, value: parseLiteral(property, text) }
}

function parseLiteral(property: SearchProperty, text: string): Comparison['value'] {
  const { type, name } = property
  const value = text.trim()
  if (type === 'text') return text.normalize('NFC')
  if (type === 'flag') {
    if (/^(1|yes|true)$/i.test(value)) return true
    if (/^(0|no|false)$/i.test(value)) return false
  } else if (/^-?\d{1,15}(?:\.\d{1,9})?$/.test(value)) {
    // In seconds.
    const number = Number(value) * (type === 'time' ? 1_000 : 1)
    if (type === 'number' || Math.abs(number) <= MAX_TIME_MS) return number
  } else if (type === 'time') {
    const at = Date.parse(value)
    if (!Number.isNaN(at)) return at
  }
  throw wrong(`${name} cannot be compared with what the literal says`)
}

function parseOrders(orderBy: XmlElement | undefined): Order[] {
  const orders = orderBy ? elementsOf(orderBy).filter((one) => isDav(one, 'order')) : []
  if (orders.length > MAX_CONDITIONS) throw wrong(`there are at most ${MAX_CONDITIONS} orders`)
  return orders.map((order) => ({
    property: parseProperty(order),
    isDescending: davChild(order, 'descending') !== undefined,
  }))
}

function parseProperty(element: XmlElement): SearchProperty {
  const [name, ...more] = elementsOf(child(element, 'prop'))
  if (!name || more.length > 0) throw wrong(`${element.name} must name one property`)
  const property = findSearchProperty(name)
  if (!property) throw unknown(`the property ${name.name}`)
  return property
}

function child(element: XmlElement, name: string): XmlElement {
  const found = davChild(element, name)
  if (found) return found
  throw wrong(`${element.name} must have ${name} in it`)
}

function unknown(what: string): ServiceError {
  return new ServiceError('invalid_argument', {
    description: `nothing is searched by ${what}`.slice(0, 200),
    status: 422,
  })
}

function wrong(description: string): ServiceError {
  return new ServiceError('invalid_argument', { description })
}
