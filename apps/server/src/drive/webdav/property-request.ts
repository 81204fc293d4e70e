import { ServiceError } from '@awan/protocol/errors'
import {
  findLive,
  type LiveProperty,
  liveProperties,
  type Need,
  PREFIXES,
  type Resource,
} from './live-properties.ts'
import { davChild, elementsOf, isDav, readXml, type XmlElement } from './read-xml.ts'
import { DavRefusal } from './refusal.ts'
import { escapeXml } from './write-xml.ts'

/** What a PROPFIND asks for (RFC 4918, 9.1). */
export type PropertyRequest =
  | { kind: 'all'; include: readonly AskedProperty[] }
  | { kind: 'names' }
  | { kind: 'some'; names: readonly AskedProperty[] }

export interface PropertyName {
  namespace: string
  name: string
}

/** Made once for a call, as each entry of a folder may be without it. */
interface AskedProperty extends PropertyName {
  /** Undefined for one that only clients keep. */
  live: LiveProperty | undefined
  empty: string
}

const MAX_NAMES = 500
/** Of all names with their namespaces: each entry of a folder repeats those that it does not have. */
const MAX_NAMES_LENGTH = 16 * 1024

export function parsePropfind(body: Uint8Array): PropertyRequest {
  if (body.length === 0) return { kind: 'all', include: [] }
  const top = readXml(body)
  if (!isDav(top, 'propfind')) throw notPropfind()
  if (davChild(top, 'propname')) return { kind: 'names' }
  const prop = davChild(top, 'prop')
  if (davChild(top, 'allprop')) {
    const include = davChild(top, 'include')
    return { kind: 'all', include: include ? toAsked(elementsOf(include)) : [] }
  }
  if (!prop) throw notPropfind()
  return { kind: 'some', names: toAsked(elementsOf(prop)) }
}

/** Those that a `prop` element names; of a call without one all that are told unasked. */
export function parseProp(prop: XmlElement | undefined): PropertyRequest {
  return prop ? { kind: 'some', names: toAsked(elementsOf(prop)) } : { kind: 'all', include: [] }
}

/** Each once, however often it was named: what is answered may be long. */
function toAsked(names: readonly PropertyName[]): AskedProperty[] {
  const length = names.reduce((sum, { namespace, name }) => sum + namespace.length + name.length, 0)
  if (names.length > MAX_NAMES || length > MAX_NAMES_LENGTH) {
    throw new ServiceError('invalid_argument', {
      description: `at most ${MAX_NAMES} properties can be asked for at a time, with ${MAX_NAMES_LENGTH} characters of names and namespaces`,
    })
  }
  const asked = new Map<string, AskedProperty>()
  for (const { namespace, name } of names) {
    const property = { namespace, name }
    const live = findLive(property)
    asked.set(`${name} ${namespace}`, { ...property, live, empty: emptyElement(property) })
  }
  return [...asked.values()]
}

function notPropfind(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the body must be a propfind element with prop, propname or allprop in it',
  })
}

/** What must be looked up besides the row of a node; `dead` are the properties that clients keep. */
export function needsOf(request: PropertyRequest): ReadonlySet<Need | 'dead'> {
  const needs = new Set<Need | 'dead'>()
  const named = namedBy(request)
  for (const { live } of named) {
    if (!live) needs.add('dead')
    else if (live.needs) needs.add(live.needs)
  }
  if (request.kind === 'some') return needs
  needs.add('dead')
  for (const { needs: need, isUnasked } of liveProperties) {
    // That it has a tag is told without one.
    if (!need || isUnasked || (need === 'etag' && request.kind === 'names')) continue
    needs.add(need)
  }
  return needs
}

function namedBy(request: PropertyRequest): readonly AskedProperty[] {
  return request.kind === 'some' ? request.names : request.kind === 'all' ? request.include : []
}

/** One `response` of a multistatus. */
export function toResponse(resource: Resource, request: PropertyRequest): string {
  let found = ''
  let missing = ''
  if (request.kind === 'names') {
    for (const { tag, isUnasked, value } of liveProperties) {
      if (isUnasked || value(resource) === undefined) continue
      found += `<${tag}/>`
    }
    for (const { namespace, name } of resource.dead) found += emptyElement({ namespace, name })
  } else if (request.kind === 'all') {
    for (const { tag, isUnasked, value } of liveProperties) {
      if (isUnasked) continue
      const told = value(resource)
      if (told !== undefined) found += element(tag, told)
    }
    for (const { xml } of resource.dead) found += xml
    for (const name of request.include) {
      if (name.live?.isUnasked) addNamed(name)
    }
  } else {
    for (const name of request.names) addNamed(name)
  }

  function addNamed(wanted: AskedProperty) {
    const { live } = wanted
    const value = live?.value(resource)
    const dead = live
      ? undefined
      : resource.dead.find(
          ({ namespace, name }) => namespace === wanted.namespace && name === wanted.name,
        )
    if (live && value !== undefined) found += element(live.tag, value)
    else if (dead) found += dead.xml
    else missing += wanted.empty
  }

  // The good part first, also when it is empty: some clients look no further than the first.
  const parts = found !== '' || missing === '' ? propstat(found, '200 OK') : ''
  const others = missing !== '' ? propstat(missing, '404 Not Found') : ''
  return `<d:response><d:href>${escapeXml(resource.href)}</d:href>${parts}${others}</d:response>\n`
}

export function propstat(props: string, status: string, more = ''): string {
  return `<d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 ${status}</d:status>${more}</d:propstat>`
}

function element(tag: string, value: string): string {
  return value === '' ? `<${tag}/>` : `<${tag}>${value}</${tag}>`
}

export function emptyElement({ namespace, name }: PropertyName): string {
  const prefix = PREFIXES.get(namespace)
  if (prefix !== undefined) return `<${prefix}:${name}/>`
  return namespace === '' ? `<${name} xmlns=""/>` : `<x:${name} xmlns:x="${escapeXml(namespace)}"/>`
}

/** How far below its resource a call goes. */
export type Depth = '0' | '1' | 'infinity'

export function parseDepth(value: unknown, usual: Depth): Depth {
  if (value === undefined) return usual
  const depth = String(value).trim().toLowerCase()
  if (depth === '0' || depth === '1' || depth === 'infinity') return depth
  throw new ServiceError('invalid_argument', { description: 'Depth must be 0, 1 or infinity' })
}

export function finiteDepth(): DavRefusal {
  return new DavRefusal('propfind-finite-depth', {
    status: 403,
    description: 'properties are listed folder by folder: send Depth: 1',
  })
}
