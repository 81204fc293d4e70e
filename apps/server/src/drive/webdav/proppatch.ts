import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import { notFound, requireRight } from '../access/open-node.ts'
import { starNode } from '../nodes/star-node.ts'
import { updateNode } from '../nodes/update-node.ts'
import { changeProperties, type PropertyChange } from '../properties/properties.ts'
import {
  checkIf,
  type DavCall,
  type DavParts,
  findDrivePlace,
  lookAt,
  readBody,
} from './dav-call.ts'
import { MAX_TIME_MS } from './dav-headers.ts'
import { findLive, OWNCLOUD } from './live-properties.ts'
import { sendMultistatus } from './multistatus.ts'
import { namesOf } from './places.ts'
import { emptyElement, propstat } from './property-request.ts'
import { davChild, elementsOf, isDav, readXml, textOf, type XmlElement } from './read-xml.ts'
import { escapeXml, toXml, XmlTooLong } from './write-xml.ts'

/** Of one node; more belongs into a file. The length is that of all of them together. */
const MAX_PROPERTIES = 100
const MAX_XML_LENGTH = 65_536

interface Instruction extends PropertyChange {
  /** Why it cannot be done; then nothing is. */
  problem?: 'protected' | 'too long' | 'wrong' | undefined
  modifiedAt?: number | undefined
  /** Whether it is to be among the caller's favourites. */
  isStarred?: boolean | undefined
}

/** All of it or nothing (RFC 4918, 9.2). */
export async function proppatch(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const instructions = parse(await readBody(call))
  const isOnlyStar = instructions.every(({ isStarred }) => isStarred !== undefined)
  // A star is the caller's own, and nobody else sees it.
  const right = isOnlyStar ? 'view' : 'edit'
  const place = await findDrivePlace(parts, call, right)
  await checkIf(parts, call)
  const { drives } = parts
  const isRefused = instructions.some(({ problem }) => problem)
  const result = await drives.transact(place.access, async (transaction) => {
    const { drive, writer } = transaction
    const { node } = await lookAt(writer, drive, place)
    if (!node) throw notFound()
    requireRight(node, right)
    if (!isOnlyStar) await drive.locks?.require(writer, { nodes: [node.id] })
    const isFolder = node.kind === 'folder'
    if (isRefused) return { isFolder }
    const changes = instructions.filter(({ namespace, name }) => !isLive({ namespace, name }))
    const { count, length } = await changeProperties(writer, node, changes)
    const areTooMany = count > MAX_PROPERTIES || length > MAX_XML_LENGTH
    // Whoever only removes some is let, also where there are still too many.
    if (areTooMany && changes.some(({ xml }) => xml !== undefined)) throw tooMuch()
    const isStarred = instructions.findLast((one) => one.isStarred !== undefined)?.isStarred
    if (isStarred !== undefined) await starNode(transaction, node, isStarred)
    const modifiedAt = instructions.findLast((one) => one.modifiedAt !== undefined)?.modifiedAt
    if (modifiedAt !== undefined && node.id !== drive.root_id) {
      await updateNode(transaction, node.id, { modifiedAt, conflict: 'fail' }, undefined)
    }
    return { isFolder }
  })
  const href = escapeXml(call.toHref(namesOf(place), result.isFolder))
  return sendMultistatus(
    parts,
    call,
    [[outcomes(instructions, isRefused)]],
    (props) => `<d:response><d:href>${href}</d:href>${props}</d:response>\n`,
  )
}

function outcomes(instructions: readonly Instruction[], isRefused: boolean): string {
  const named = (wanted: (one: Instruction) => boolean) =>
    instructions
      .filter(wanted)
      .map(({ namespace, name }) => emptyElement({ namespace, name }))
      .join('')
  if (!isRefused) {
    const all = named(() => true)
    return propstat(all, '200 OK')
  }
  const parts = [
    {
      props: named(({ problem }) => problem === 'protected'),
      status: '403 Forbidden',
      more: '<d:error><d:cannot-modify-protected-property/></d:error>',
    },
    { props: named(({ problem }) => problem === 'wrong'), status: '409 Conflict' },
    { props: named(({ problem }) => problem === 'too long'), status: '507 Insufficient Storage' },
    { props: named(({ problem }) => !problem), status: '424 Failed Dependency' },
  ]
  return parts
    .filter(({ props }) => props !== '')
    .map(({ props, status, more }) => propstat(props, status, more))
    .join('')
}

function parse(body: Uint8Array): Instruction[] {
  const top = readXml(body)
  if (!isDav(top, 'propertyupdate')) throw notUpdate()
  const wanted = elementsOf(top).flatMap((step) => {
    const isSet = isDav(step, 'set')
    if (!isSet && !isDav(step, 'remove')) return []
    const prop = davChild(step, 'prop')
    if (!prop) throw notUpdate()
    return elementsOf(prop).map((element) => ({ element, isSet }))
  })
  if (wanted.length === 0) throw notUpdate()
  // Before any is written as text, which can be much longer than it came.
  if (wanted.length > MAX_PROPERTIES) {
    throw new ServiceError('invalid_argument', {
      description: `at most ${MAX_PROPERTIES} properties can be changed at a time`,
    })
  }
  return wanted.map(({ element, isSet }) => toInstruction(element, isSet))
}

function toInstruction(element: XmlElement, isSet: boolean): Instruction {
  const { namespace, name } = element
  const xml = isSet ? toShortXml(element) : undefined
  const own = { namespace, name, xml }
  if (isFavourite(own)) return { ...own, ...toStar(element, isSet) }
  const isDate = isLastModified(own)
  const modifiedAt = isSet && isDate ? parseTime(textOf(element)) : undefined
  if (isLive(own) && modifiedAt === undefined) return { ...own, problem: 'protected' }
  const isLong = isSet && xml === undefined
  return { ...own, modifiedAt, ...(isLong && { problem: 'too long' as const }) }
}

/** Undefined when it is too long. */
function toShortXml(element: XmlElement): string | undefined {
  try {
    return toXml(element, MAX_XML_LENGTH)
  } catch (error) {
    if (error instanceof XmlTooLong) return undefined
    throw error
  }
}

function isLive({ namespace, name }: Pick<Instruction, 'namespace' | 'name'>): boolean {
  return findLive({ namespace, name }) !== undefined
}

function isFavourite({ namespace, name }: Pick<Instruction, 'namespace' | 'name'>): boolean {
  return namespace === OWNCLOUD && name === 'favorite'
}

/** Taking the property away takes the star away. */
function toStar(element: XmlElement, isSet: boolean): Pick<Instruction, 'isStarred' | 'problem'> {
  const text = isSet ? textOf(element).trim() : '0'
  return /^[01]$/.test(text) ? { isStarred: text === '1' } : { problem: 'wrong' }
}

/** The date of the file on its own device, as it is shown to everybody. */
function isLastModified({ namespace, name }: Pick<Instruction, 'namespace' | 'name'>): boolean {
  return (
    (namespace === 'DAV:' && name === 'getlastmodified') ||
    (namespace === 'urn:schemas-microsoft-com:' && name === 'Win32LastModifiedTime')
  )
}

function parseTime(text: string): number | undefined {
  const at = Date.parse(text.trim())
  return Number.isNaN(at) || Math.abs(at) > MAX_TIME_MS ? undefined : at
}

function tooMuch(): ServiceError {
  return new ServiceError('resource_exhausted', {
    description: `a file or folder has at most ${MAX_PROPERTIES} properties, with ${MAX_XML_LENGTH} characters of XML in all`,
    status: 507,
  })
}

function notUpdate(): ServiceError {
  return new ServiceError('invalid_argument', {
    description: 'the body must be a propertyupdate element with set or remove in it',
  })
}
