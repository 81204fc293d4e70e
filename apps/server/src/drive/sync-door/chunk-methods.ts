import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import { header } from '../../http/caller.ts'
import { freeNow } from '../../kernel/own-memory.ts'
import type { Access } from '../access/access.ts'
import { notFound } from '../access/open-node.ts'
import { NO_RIGHTS } from '../access/rights.ts'
import type { Chunk, ChunkFolderKey, Chunks, OpenAccess } from '../chunks/chunks.ts'
import { bytesOf, contentLength } from '../sent-bytes.ts'
import {
  type DavCall,
  type DavParts,
  findDrivePlace,
  lookAt,
  readBody,
} from '../webdav/dav-call.ts'
import { nothingHere } from '../webdav/dav-headers.ts'
import { type DavPath, parseAddress } from '../webdav/dav-path.ts'
import type { Resource } from '../webdav/live-properties.ts'
import type { Method } from '../webdav/methods.ts'
import { sendMultistatus } from '../webdav/multistatus.ts'
import { parseDepth, parsePropfind, toResponse } from '../webdav/property-request.ts'
import { noSuchFolder, notAllowed } from '../webdav/refusal.ts'
import { sendWritten, stillAllowed, writeFile } from '../webdav/write-methods.ts'

/** The name in a folder of pieces that stands for all of them together. */
const WHOLE = '.file'
const MAX_FOLDER_NAME = 255

/** What clients do with files that they send in pieces: a folder for each, the pieces in it, and a MOVE that makes the file. */
export function chunkMethods(chunks: Chunks): ReadonlyMap<string, Method> {
  return new Map<string, Method>([
    ['MKCOL', { changes: true, answer: create }],
    ['PUT', { changes: true, answer: put }],
    ['PROPFIND', { changes: false, answer: list }],
    ['DELETE', { changes: true, answer: remove }],
    ['MOVE', { changes: true, answer: join }],
  ])

  async function create(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { key, piece } = parse(call)
    if (piece !== undefined) throw notAllowed('there are no folders in a folder of pieces')
    if (!(await chunks.create(key, await findTarget(parts, call)))) {
      throw notAllowed('there is a folder of this name already')
    }
    return nothingHere(call.reply, 201)
  }

  async function put(_parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { request, caller, reply } = call
    const { key, piece } = parse(call)
    if (piece === undefined) throw notAllowed('a folder has no content')
    const sizeBytes = contentLength(request)
    if (sizeBytes === undefined) {
      throw new ServiceError('invalid_argument', {
        description: 'a piece must say its length: send Content-Length',
        status: 411,
      })
    }
    const bytes = stillAllowed(bytesOf(request.raw), caller, sizeBytes)
    const { isNew } = await chunks.put(key, { name: piece, sizeBytes, bytes }, opener(call))
    // Clients want a tag of everything that they send.
    reply.header('etag', `"${sizeBytes}"`).header('oc-etag', `"${sizeBytes}"`)
    return nothingHere(reply, isNew ? 201 : 204)
  }

  async function list(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { request, toHref, path } = call
    const { key, piece } = parse(call)
    const isDeep = parseDepth(request.headers.depth, '1') !== '0'
    const asked = parsePropfind(await readBody(call))
    const found = await chunks.list(key)
    const [top = ''] = path.names
    const toPiece = (chunk: Chunk) => toResource(toHref([top, chunk.name], false), chunk)
    const one = found.filter(({ name }) => name === piece)
    if (piece !== undefined && one.length === 0) throw notFound()
    const folder = toResource(toHref([top], true), undefined)
    const shown =
      piece === undefined ? [folder, ...(isDeep ? found.map(toPiece) : [])] : one.map(toPiece)
    return sendMultistatus(parts, call, [shown], (resource) => toResponse(resource, asked))
  }

  async function remove(_parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { key, piece } = parse(call)
    if (piece === undefined) await chunks.remove(key, opener(call))
    else await chunks.removePiece(key, piece, opener(call))
    return nothingHere(call.reply, 204)
  }

  async function join(parts: DavParts, call: DavCall): Promise<FastifyReply> {
    const { caller } = call
    const { key, piece } = parse(call)
    if (piece !== WHOLE) throw notAllowed(`only ${WHOLE}, all pieces together, can be moved`)
    const path = destinationOf(call)
    if (!path) {
      throw new ServiceError('invalid_argument', {
        description: 'Destination must say where the file is to be',
      })
    }
    const there = { ...call, path }
    // Refused before anything is read.
    const { access } = await findDrivePlace(parts, there, 'add')
    const open = opener(call)
    const whole = await chunks.join(key, totalOf(call), open)
    const { sizeBytes, driveId, madeOf } = whole
    const written = await writeFile(parts, there, {
      bytes: stillAllowed(whole.bytes, caller, sizeBytes),
      sizeBytes,
      mimeType: undefined,
      giveBack: freeNow,
      // Of another drive: that one has promised nothing.
      madeOf: access.driveId === driveId ? madeOf : undefined,
    })
    await chunks.remove(key, open)
    return sendWritten(call, written)
  }
}

function parse({ path: { names }, caller }: DavCall): { key: ChunkFolderKey; piece?: string } {
  const [name, piece, ...more] = names
  const isName = name !== undefined && name.length <= MAX_FOLDER_NAME && name.isWellFormed()
  if (!isName || name.includes('\0') || more.length > 0) throw notFound()
  // Those of another password are hidden as well: it may reach more than this one.
  const key = { person_sub: caller.person.sub, name: `${caller.password?.id ?? ''}/${name}` }
  return piece === undefined ? { key } : { key, piece }
}

/** Pieces are written as what they are part of is, whoever's drive it is in. */
function opener({ caller }: DavCall): OpenAccess {
  return (driveId): Access => ({
    driveId,
    actor: caller.person,
    right: 'add',
    ...(caller.limit && { limit: caller.limit }),
  })
}

/** Where the file is to be, if the client says it before the end; otherwise the pieces are counted in its own drive. */
async function findTarget(
  parts: DavParts,
  call: DavCall,
): Promise<{ driveId: string; parentId: string }> {
  const path = destinationOf(call)
  if (!path) {
    const { driveId } = await parts.accesses.of(call.caller.person, call.caller.driveId, 'add')
    return { driveId, parentId: '' }
  }
  const place = await findDrivePlace(parts, { ...call, path }, 'add')
  return parts.drives.read(place.access, async (reader, drive) => {
    const { folder } = await lookAt(reader, drive, place)
    if (!folder) throw noSuchFolder()
    return { driveId: drive.id, parentId: folder.id }
  })
}

function destinationOf(call: DavCall): DavPath | undefined {
  const { destination } = call.request.headers
  if (typeof destination !== 'string' || destination === '') return undefined
  const path = parseAddress(destination, call)
  if (path !== 'elsewhere') return path
  throw new ServiceError('unavailable', {
    description: 'the destination is not below the address of the files',
    status: 502,
  })
}

function totalOf({ request }: DavCall): number {
  const total = header(request, 'oc-total-length') ?? ''
  if (/^\d{1,15}$/.test(total)) return Number(total)
  throw new ServiceError('invalid_argument', {
    description: 'OC-Total-Length must say how many bytes the file has',
  })
}

/** A folder without a piece. */
function toResource(href: string, chunk: Chunk | undefined): Resource {
  return {
    href,
    name: chunk?.name ?? '',
    isFolder: chunk === undefined,
    isOthers: false,
    isTop: false,
    node: chunk && {
      name: chunk.name,
      size: chunk.size,
      mime_type: null,
      created_at: chunk.stored_at,
      modified_at: chunk.stored_at,
      hash: null,
      starred_at: null,
      rights: NO_RIGHTS,
    },
    locks: [],
    dead: [],
  }
}
