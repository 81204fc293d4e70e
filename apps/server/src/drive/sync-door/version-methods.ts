import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Accesses } from '../access/accesses.ts'
import { notFound, type OpenNode, openNodeByNumber } from '../access/open-node.ts'
import { toShortTag } from '../paths/preconditions.ts'
import type { FileVersion, Versions } from '../versions/versions.ts'
import { type DavCall, type DavParts, readBody } from '../webdav/dav-call.ts'
import { nothingHere } from '../webdav/dav-headers.ts'
import { parseAddress } from '../webdav/dav-path.ts'
import { sendFile } from '../webdav/get.ts'
import type { Resource } from '../webdav/live-properties.ts'
import type { Method } from '../webdav/methods.ts'
import { sendMultistatus } from '../webdav/multistatus.ts'
import { finiteDepth, parseDepth, parsePropfind, toResponse } from '../webdav/property-request.ts'
import { notAllowed } from '../webdav/refusal.ts'
import { accessOfNumber, parseFileNumber } from './find-by-number.ts'

const VERSIONS = 'versions'
const RESTORE = 'restore'
const PAGE_SIZE = 200

/** What clients do with the contents that a file has had, which they find by its number. */
export function versionMethods(services: {
  db: Database
  accesses: Pick<Accesses, 'of' | 'reached'>
  versions: Pick<Versions, 'list' | 'restore'>
}): ReadonlyMap<string, Method> {
  const { versions } = services
  return new Map<string, Method>([
    ['GET', { changes: false, answer: get }],
    ['HEAD', { changes: false, answer: get }],
    ['PROPFIND', { changes: false, answer: list }],
    // What a client moves away is still there, as it is in our own calls.
    ['MOVE', { changes: true, answer: restore }],
    ['COPY', { changes: true, answer: restore }],
  ])

  async function list(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const depth = parseDepth(call.request.headers.depth, '1')
    const asked = parsePropfind(await readBody(call))
    if (depth === 'infinity') throw finiteDepth()
    const { file, access, name } = await openFile(parts, call)
    const pages = pagesOf(access, file)
    const resources =
      name === undefined
        ? [toTop(call, file), ...(depth === '1' ? await all(call, file, pages) : [])]
        : [toResource(call, file, await find(pages, name))]
    return sendMultistatus(parts, call, [resources], (resource) => toResponse(resource, asked))
  }

  async function get(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { file, access, name } = await openFile(parts, call)
    if (name === undefined) throw notAllowed('this is the list of versions, not one of them')
    const { version } = await find(pagesOf(access, file), name)
    return sendFile(parts, call, await parts.downloads.open(access, file.id, version.id))
  }

  async function restore(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { destination } = call.request.headers
    const path = typeof destination === 'string' ? parseAddress(destination, call) : undefined
    if (!path || path === 'elsewhere' || path.names[0] !== RESTORE) {
      throw new ServiceError('invalid_argument', {
        description: `Destination must be in the folder ${RESTORE} of the versions`,
      })
    }
    const { file, access, name } = await openFile(parts, call)
    if (name === undefined) throw notAllowed('this is the list of versions, not one of them')
    const { version } = await find(pagesOf(access, file), name)
    await versions.restore(access, file.id, version.id)
    return nothingHere(call.reply, 201)
  }

  /** `versions/NUMBER` and `versions/NUMBER/NAME`. */
  async function openFile(parts: DavParts, { caller, path: { names } }: DavCall) {
    const [folder, digits, name, ...more] = names
    const number = parseFileNumber(digits ?? '')
    if (folder !== VERSIONS || number === undefined || more.length > 0) throw notFound()
    // What a file was is for those who may bring it back.
    const access = await accessOfNumber(services, caller, number, 'edit')
    const file = await parts.drives.read(access, (reader, drive) =>
      openNodeByNumber(reader, drive, number),
    )
    return { file, access, name }
  }

  /** The newest first, without what the file holds now. */
  async function* pagesOf(access: Access, { id }: OpenNode): AsyncGenerator<FileVersion[]> {
    let token: string | undefined
    do {
      const page = await versions.list(access, id, { size: PAGE_SIZE, token })
      yield page.versions.filter(({ isCurrent }) => !isCurrent)
      token = page.nextPageToken
    } while (token !== undefined)
  }
}

/**
 * Clients make the name of a version of its date, in whole seconds. So of several that were made in one second, the last one
 * is told of.
 */
async function* named(
  pages: AsyncIterable<FileVersion[]>,
): AsyncGenerator<{ name: string; one: FileVersion }> {
  let last: string | undefined
  for await (const page of pages) {
    for (const one of page) {
      const name = nameOf(one)
      if (name !== last) yield { name, one }
      last = name
    }
  }
}

async function find(pages: AsyncIterable<FileVersion[]>, wanted: string): Promise<FileVersion> {
  for await (const { name, one } of named(pages)) if (name === wanted) return one
  throw new ServiceError('not_found', { description: 'the file has no such version' })
}

async function all(
  call: DavCall,
  file: OpenNode,
  pages: AsyncIterable<FileVersion[]>,
): Promise<Resource[]> {
  const found: Resource[] = []
  for await (const { one } of named(pages)) found.push(toResource(call, file, one))
  return found
}

function nameOf({ version }: FileVersion): string {
  return String(Math.floor(version.created_at / 1000))
}

function toTop({ toHref }: DavCall, { number }: OpenNode): Resource {
  const name = String(number)
  const href = toHref([VERSIONS, name], true)
  return { href, name, isFolder: true, isOthers: false, isTop: true, locks: [], dead: [] }
}

function toResource({ toHref }: DavCall, file: OpenNode, found: FileVersion): Resource {
  const { version } = found
  const name = nameOf(found)
  return {
    href: toHref([VERSIONS, String(file.number), name], false),
    name,
    isFolder: false,
    isOthers: false,
    isTop: false,
    node: {
      name,
      size: version.size,
      mime_type: file.mime_type,
      created_at: version.created_at,
      modified_at: version.created_at,
      hash: version.hash,
      starred_at: null,
      rights: file.rights,
    },
    etag: toShortTag(version),
    locks: [],
    dead: [],
  }
}
