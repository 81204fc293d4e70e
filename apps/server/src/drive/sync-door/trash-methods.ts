import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import type { Reader } from '../../db/database.ts'
import { numbersOf, type OpenNode } from '../access/open-node.ts'
import type { OpenDrive, Seen } from '../access/reach.ts'
import type { ListedNode } from '../access/seen-node.ts'
import { findPlaces } from '../access/ways-up.ts'
import type { Lists } from '../lists/lists.ts'
import { listPage } from '../nodes/list-page.ts'
import { byName } from '../nodes/listing.ts'
import { untilDone } from '../webdav/await-task.ts'
import { type DavCall, type DavParts, readBody } from '../webdav/dav-call.ts'
import { nothingHere } from '../webdav/dav-headers.ts'
import { parseAddress } from '../webdav/dav-path.ts'
import { describe } from '../webdav/describe.ts'
import { sendFile } from '../webdav/get.ts'
import type { Resource, TrashFacts } from '../webdav/live-properties.ts'
import type { Method } from '../webdav/methods.ts'
import { sendMultistatus } from '../webdav/multistatus.ts'
import type { DrivePlace } from '../webdav/places.ts'
import {
  finiteDepth,
  type PropertyRequest,
  parseDepth,
  parsePropfind,
  toResponse,
} from '../webdav/property-request.ts'
import { forbidden, notAllowed } from '../webdav/refusal.ts'
import {
  openTrashed,
  parseTrashPath,
  RESTORE,
  TRASH,
  type TrashPath,
  toTrashName,
} from './trash-path.ts'

const PAGE_SIZE = 200

/** What clients do with the trash of the caller's own drive: whoever does not see all of the drive sees none of it. */
export function trashMethods(lists: Pick<Lists, 'trash'>): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    ['GET', { changes: false, answer: get }],
    ['HEAD', { changes: false, answer: get }],
    ['PROPFIND', { changes: false, answer: list }],
    ['DELETE', { changes: true, answer: remove }],
    ['MOVE', { changes: true, answer: restore }],
  ])

  async function list(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const depth = parseDepth(call.request.headers.depth, '1')
    const asked = parsePropfind(await readBody(call))
    if (depth === 'infinity') throw finiteDepth()
    const path = parseTrashPath(call.path)
    const place = await openTrash(parts, call)
    const listing = { parts, call, place, asked, isDeep: depth === '1' }
    const resources =
      path.number === undefined ? await listTrash(listing) : await listBelow(listing, path)
    return sendMultistatus(parts, call, resources, (resource) => toResponse(resource, asked))
  }

  /** The first page is read before the answer begins, so that what is refused is refused. */
  async function listTrash(listing: Listing): Promise<AsyncIterable<Resource[]>> {
    const { call, place, isDeep } = listing
    const read = (token: string | undefined) =>
      lists.trash(place.access, { size: isDeep ? PAGE_SIZE : 1, token })
    let page = await read(undefined)
    return (async function* () {
      yield [toTop(call.toHref([TRASH], true))]
      while (isDeep) {
        const found = page.nodes.map(({ node, place: from }) => {
          const folders = (from?.path ?? []).map(({ name }) => name)
          return { node, facts: toFacts(node, folders) }
        })
        yield await describeTrashed(listing, [TRASH], found)
        if (page.nextPageToken === undefined) return
        page = await read(page.nextPageToken)
      }
    })()
  }
}

interface Listing {
  parts: DavParts
  call: DavCall
  place: DrivePlace
  asked: PropertyRequest
  isDeep: boolean
}

interface Found {
  node: Seen<ListedNode>
  facts: TrashFacts
}

async function listBelow(
  listing: Listing,
  path: Extract<TrashPath, { name: string }>,
): Promise<AsyncIterable<Resource[]>> {
  const { parts, place, isDeep, call } = listing
  const { node, facts } = await parts.drives.read(place.access, async (reader, drive) => {
    const { top, node } = await openTrashed(reader, drive, path)
    const placeOf = await findPlaces(reader, drive, [top.trashed_from])
    const folders = (placeOf(top.trashed_from)?.path ?? []).map(({ name }) => name)
    return { node, facts: inside(toFacts(top, folders), path.below) }
  })
  const above = call.path.names.slice(0, -1)
  return (async function* () {
    yield await describeTrashed(listing, above, [{ node, facts }])
    if (!isDeep || node.kind === 'file') return
    let token: string | undefined
    do {
      const page = await parts.drives.read(place.access, (reader, drive) =>
        listPage(reader, drive, {
          parentId: node.id,
          page: { size: PAGE_SIZE, token },
          listing: byName,
        }),
      )
      const found = page.nodes.map((child) => ({
        node: child,
        facts: inside(facts, [child.name]),
      }))
      yield await describeTrashed(listing, call.path.names, found)
      token = page.nextPageToken
    } while (token !== undefined)
  })()
}

async function describeTrashed(
  { parts, call, place, asked }: Listing,
  above: readonly string[],
  found: readonly Found[],
): Promise<Resource[]> {
  return parts.drives.read(place.access, async (reader, drive) => {
    const names = await namesIn(reader, drive, above, found)
    const nameOf = ({ id }: { id: string }) => [...above, names.get(id) ?? '']
    const nodes = found.map(({ node }) => node)
    const question = { parts, call, asked, place }
    const { toResource } = await describe(reader, drive, { nodes, nameOf }, question)
    return found.map(({ node, facts }) => ({ ...toResource(node, []), trashed: facts }))
  })
}

/** At the top with their numbers, further down as they are called. */
async function namesIn(
  reader: Reader,
  drive: OpenDrive,
  above: readonly string[],
  found: readonly Found[],
): Promise<Map<string, string>> {
  if (above.length > 1) return new Map(found.map(({ node }) => [node.id, node.name]))
  const ids = found.map(({ node }) => node.id)
  const numbers = await numbersOf(reader, drive.id, ids)
  return new Map(
    found.map(({ node }) => [node.id, toTrashName(node.name, numbers.get(node.id) ?? 0)]),
  )
}

async function get(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { node, place } = await openAt(parts, call)
  const content = await parts.downloads.open(place.access, node.id)
  return sendFile(parts, call, { ...content, storedAt: node.modified_at })
}

/** Back to where it was, with another name where its own is taken. */
async function restore(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { destination } = call.request.headers
  const path = typeof destination === 'string' ? parseAddress(destination, call) : undefined
  if (!path || path === 'elsewhere' || path.names[0] !== RESTORE) {
    throw new ServiceError('invalid_argument', {
      description: `Destination must be in the folder ${RESTORE} of the trash`,
    })
  }
  const { node, place } = await openAt(parts, call)
  const input = { ids: [node.id], conflict: 'rename' as const }
  await untilDone(
    parts,
    call,
    place.access,
    await parts.tasks.begin(place.access, 'untrash', input),
  )
  return nothingHere(call.reply, 201)
}

/** For good. Of the trash itself everything that is in it. */
async function remove(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { tasks } = parts
  const { access } = await openTrash(parts, call)
  const path = parseTrashPath(call.path)
  const begin = async () => {
    if (path.number === undefined) return tasks.begin(access, 'empty', {})
    const { node } = await parts.drives.read(access, (reader, drive) =>
      openTrashed(reader, drive, path),
    )
    return tasks.begin(access, 'delete', { ids: [node.id], onlyInTrash: true })
  }
  await untilDone(parts, call, access, await begin())
  return nothingHere(call.reply, 204)
}

async function openAt(
  parts: DavParts,
  call: DavCall,
): Promise<{ node: OpenNode; place: DrivePlace }> {
  const path = parseTrashPath(call.path)
  if (path.number === undefined) throw notAllowed('this is the trash itself, not a file in it')
  const place = await openTrash(parts, call)
  const { node } = await parts.drives.read(place.access, (reader, drive) =>
    openTrashed(reader, drive, path),
  )
  return { node, place }
}

async function openTrash({ places }: DavParts, { caller }: DavCall): Promise<DrivePlace> {
  const place = await places.find(caller, [], { right: 'edit' })
  if (place.kind !== 'drive') throw forbidden('there is no trash here')
  return place
}

function toFacts(
  { name, trashed_at: at }: Pick<OpenNode, 'name' | 'trashed_at'>,
  folders: readonly string[],
): TrashFacts {
  // The top of a drive has no name.
  const location = [...folders.filter((one) => one !== ''), name].join('/')
  return { name, location, at: at ?? 0 }
}

function inside({ name, location, at }: TrashFacts, below: readonly string[]): TrashFacts {
  return { name: below.at(-1) ?? name, location: [location, ...below].join('/'), at }
}

function toTop(href: string): Resource {
  return { href, name: TRASH, isFolder: true, isOthers: false, isTop: true, locks: [], dead: [] }
}
