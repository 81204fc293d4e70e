import { isServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import { notFound, openNodes } from '../access/open-node.ts'
import { readPage } from '../nodes/list-page.ts'
import { byName } from '../nodes/listing.ts'
import { NODES_AT_ONCE, propertiesOf } from '../properties/properties.ts'
import { numberOfList } from './client-facts.ts'
import { type DavCall, type DavParts, findPlace, lookAt, readBody } from './dav-call.ts'
import { describe, describeOne, type Question } from './describe.ts'
import { tagOfList, tagOfTop } from './list-tags.ts'
import type { Resource } from './live-properties.ts'
import { sendMultistatus } from './multistatus.ts'
import type { PlaceEntry } from './other-places.ts'
import { type DrivePlace, namesOf, type PlaceList } from './places.ts'
import {
  finiteDepth,
  needsOf,
  type PropertyRequest,
  parseDepth,
  parsePropfind,
  toResponse,
} from './property-request.ts'

/** So many entries of a folder are in memory at a time. */
const PAGE_SIZE = 1_000

export async function propfind(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { request, path } = call
  const depth = parseDepth(request.headers.depth, 'infinity')
  const asked = parsePropfind(await readBody(call))
  if (depth === 'infinity') throw finiteDepth()
  const place = await findPlace(parts, call, path.names, 'view')
  if (place.kind === 'nowhere') throw notFound()
  const isDeep = depth === '1'
  const resources =
    place.kind === 'list'
      ? listEntries(parts, call, place, { asked, isDeep })
      : await listDrive(parts, call, place, { asked, isDeep })
  return sendMultistatus(parts, call, resources, (resource) => toResponse(resource, asked))
}

interface Listed {
  asked: PropertyRequest
  isDeep: boolean
}

/** What is refused is refused before the first byte of the answer. */
async function listDrive(
  parts: DavParts,
  call: DavCall,
  place: DrivePlace,
  { asked, isDeep }: Listed,
): Promise<AsyncIterable<Resource[]>> {
  const { drives } = parts
  const needs = needsOf(asked)
  // Where much has changed since folders were last counted, that is written down first.
  if (needs.has('etag')) await parts.folderSeqs.of(place.access, [])
  const isTop = place.isTop && place.names.length === 0
  const lists =
    isTop && (isDeep || needs.has('etag')) ? await parts.places.beside(call.caller, place) : []
  const fingerprint = isTop && needs.has('fingerprint') ? await parts.fingerprint.read() : undefined
  const names = namesOf(place)
  const question: Question = { parts, call, asked, place }
  const first = await drives.read(place.access, async (reader, drive) => {
    const { node } = await lookAt(reader, drive, place)
    if (!node) throw notFound()
    return { node, own: await describeOne(reader, drive, node, question) }
  })
  const tags = needs.has('etag')
    ? await Promise.all(lists.map((list) => tagOfList(parts, call.caller, list)))
    : []
  return (async function* () {
    const etag = tagOfTop(first.own.etag, tags)
    yield [{ ...first.own, etag, fingerprint }]
    if (!isDeep || first.node.kind === 'file') return
    const { id } = first.node
    let token: string | undefined
    do {
      const wanted = { parentId: id, page: { size: PAGE_SIZE, token }, listing: byName }
      const page = await readPage(
        drives,
        place.access,
        wanted,
        async (reader, drive, { nodes, nextPageToken }) => {
          const nameOf = ({ name }: { name: string }) => [...names, name]
          const description = await describe(reader, drive, { nodes, nameOf }, question)
          return { nodes, nextPageToken, ...description }
        },
      )
      // A few at a time, with what clients wrote down about them: all of a page could be very long.
      for (let at = 0; at < page.nodes.length; at += NODES_AT_ONCE) {
        const some = page.nodes.slice(at, at + NODES_AT_ONCE)
        const ids = some.map((node) => node.id).filter((one) => page.annotated.has(one))
        const dead =
          ids.length === 0
            ? undefined
            : await drives.read(place.access, (reader, drive) =>
                propertiesOf(reader, drive.id, ids),
              )
        yield some.map((node) => page.toResource(node, dead?.get(node.id)))
      }
      token = page.nextPageToken
    } while (token !== undefined)
    yield lists.map((list, at) => toFolder(call, list, tags[at]))
  })()
}

async function* listEntries(
  parts: DavParts,
  call: DavCall,
  list: PlaceList,
  { asked, isDeep }: Listed,
): AsyncGenerator<Resource[]> {
  const tag = needsOf(asked).has('etag') ? await tagOfList(parts, call.caller, list) : undefined
  yield [toFolder(call, list, tag)]
  if (!isDeep) return
  for (const some of ofOneDrive(list.entries)) {
    const [first] = some
    if (!first) continue
    const { access } = parts.places.at(call.caller, list, first, { right: 'view' })
    const found = await parts.drives
      .read(access, async (reader, drive) => {
        const ids = some.map(({ nodeId }) => nodeId)
        const nodes = await openNodes(reader, drive, ids)
        const resources: Resource[] = []
        for (const entry of some) {
          const node = nodes.get(entry.nodeId)
          if (!node) continue
          const place = parts.places.at(call.caller, list, entry, { right: 'view' })
          resources.push(await describeOne(reader, drive, node, { parts, call, asked, place }))
        }
        return resources
      })
      .catch(nothingThere)
    yield found
  }
}

/** A drive is opened once for many entries: each time, all that is shared with the caller is looked at. */
function* ofOneDrive(entries: readonly PlaceEntry[]): Iterable<PlaceEntry[]> {
  for (const all of Map.groupBy(entries, ({ driveId }) => driveId).values()) {
    for (let at = 0; at < all.length; at += NODES_AT_ONCE) yield all.slice(at, at + NODES_AT_ONCE)
  }
}

/** Access has ended since the list was made. */
function nothingThere(error: unknown): Resource[] {
  if (isServiceError(error, 'not_found')) return []
  throw error
}

function toFolder(
  { toHref }: DavCall,
  { names, index }: PlaceList,
  etag: string | undefined,
): Resource {
  return {
    href: toHref(names, true),
    name: names.at(-1) ?? '',
    isFolder: true,
    isOthers: true,
    isTop: true,
    etag,
    number: numberOfList(index),
    locks: [],
    dead: [],
  }
}
