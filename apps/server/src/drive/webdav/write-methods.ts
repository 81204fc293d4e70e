import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import { header } from '../../http/caller.ts'
import { sentContentType } from '../../http/content-type.ts'
import { createId } from '../../kernel/id.ts'
import { freeNow } from '../../kernel/own-memory.ts'
import { notFound, type OpenNode, requireRight } from '../access/open-node.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { placeFolder } from '../nodes/place-node.ts'
import { trashNode } from '../nodes/trash-node.ts'
import { checkPreconditions, toShortTag } from '../paths/preconditions.ts'
import type { SentFile } from '../paths/sent-file.ts'
import { bytesOf, contentLength, takeArrived } from '../sent-bytes.ts'
import { toClientId } from './client-facts.ts'
import {
  checkIf,
  type DavCall,
  type DavParts,
  findDrivePlace,
  hasBody,
  lookAt,
} from './dav-call.ts'
import type { DavCaller } from './dav-caller.ts'
import { nothingHere, sentChecksum, sentTime } from './dav-headers.ts'
import { forbidden, noSuchFolder, notAllowed } from './refusal.ts'

export async function put(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { request } = call
  if (request.headers['oc-chunked'] !== undefined) {
    throw new ServiceError('unimplemented', {
      description: 'pieces of a file are sent to /remote.php/dav/uploads, not beside the file',
    })
  }
  if (request.headers['content-range'] !== undefined) {
    throw new ServiceError('invalid_argument', {
      description: 'a part of a file cannot be written: send all of it',
    })
  }
  const written = await writeFile(parts, call, {
    bytes: arriving(call),
    takeArrived: saysLengthBeside(call)
      ? undefined
      : (sizeBytes) => takeArrived(request.raw, sizeBytes),
    sizeBytes: contentLength(request) ?? (hasBody(call) ? undefined : 0),
    mimeType: sentContentType(request),
    giveBack: freeNow,
  })
  return sendWritten(call, written)
}

export interface WrittenFile {
  node: OpenNode
  isNew: boolean
}

/** Makes what was sent the file at the path of the call, or another version of it. */
export async function writeFile(
  parts: DavParts,
  call: DavCall,
  sent: Pick<SentFile, 'bytes' | 'takeArrived' | 'sizeBytes' | 'mimeType' | 'giveBack' | 'madeOf'>,
): Promise<WrittenFile> {
  const { request } = call
  const place = await findDrivePlace(parts, call, 'add')
  const last = place.names.at(-1)
  const named = last === undefined ? undefined : toNodeName(last)
  const seen = await checkIf(parts, call)
  const { at, name, node } = await parts.drives.read(place.access, async (reader, drive) => {
    const below = await lookAt(reader, drive, place)
    const { folder, node } = below
    if (node?.kind === 'folder') throw notAllowed('a folder has no content')
    if (named === undefined) {
      // A file that was shared alone: the folder that it is in is not seen.
      if (!node) throw notFound()
      requireRight(node, 'edit')
      await drive.locks?.require(reader, { nodes: [node.id] })
      return { at: { onto: node.id }, name: node.name, node }
    }
    if (!folder) throw noSuchFolder()
    // Before the bytes are sent; what decides is asked where the file is made.
    await drive.locks?.require(reader, node ? { nodes: [node.id] } : { folders: [folder.id] })
    if (node) requireRight(node, 'edit')
    return { at: { folderId: folder.id }, name: named, node }
  })
  const written = await parts.paths.put(place.access, name, {
    ...at,
    ...sent,
    modifiedAt: sentTime(request),
    ifMatch: header(request, 'if-match') ?? seen.etag,
    ifNoneMatch: header(request, 'if-none-match'),
    checksum: sentChecksum(request),
  })
  return { node: written, isNew: node === undefined }
}

/** With what clients remember of a file that they have sent. */
export function sendWritten(
  { request, reply }: Pick<DavCall, 'request' | 'reply'>,
  { node, isNew }: WrittenFile,
): FastifyReply {
  const etag = toShortTag(node)
  if (header(request, 'x-oc-mtime') !== undefined) reply.header('x-oc-mtime', 'accepted')
  reply.header('etag', etag).header('oc-etag', etag).header('oc-fileid', toClientId(node.number))
  return nothingHere(reply, isNew ? 201 : 204)
}

/**
 * The Finder sends files without their length, and says it beside: what ends before is not the file. A password that was revoked
 * while the bytes came makes no file of them.
 */
async function* arriving({ request, caller }: DavCall): AsyncIterable<Uint8Array> {
  const length = header(request, LENGTH_BESIDE)
  const declared = contentLength(request)
  let seen = 0
  for await (const chunk of stillAllowed(bytesOf(request.raw), caller, declared)) {
    seen += chunk.length
    yield chunk
  }
  if (length !== undefined && /^\d{1,15}$/.test(length) && Number(length) !== seen) {
    throw new ServiceError('invalid_argument', {
      description: `X-Expected-Entity-Length says ${length} bytes, and ${seen} came: send the file again`,
    })
  }
  if (declared === undefined && seen > LITTLE) await caller.recheck()
}

function saysLengthBeside({ request }: DavCall): boolean {
  return header(request, LENGTH_BESIDE) !== undefined
}

const LENGTH_BESIDE = 'x-expected-entity-length'

/** Throws before the last of so many bytes if the password was revoked meanwhile. */
export async function* stillAllowed(
  bytes: AsyncIterable<Uint8Array>,
  caller: DavCaller,
  sizeBytes: number | undefined,
): AsyncIterable<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    // Nobody need ask for what comes after the last byte.
    if (seen === sizeBytes && seen > LITTLE) await caller.recheck()
    yield chunk
  }
}

/** What came at once came with the password that was just looked at. */
const LITTLE = 256 * 1024

export async function mkcol(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  if (hasBody(call)) {
    throw new ServiceError('unimplemented', {
      description: 'MKCOL takes no body',
      status: 415,
    })
  }
  const place = await findDrivePlace(parts, call, 'add')
  await checkIf(parts, call)
  const last = place.names.at(-1)
  if (last === undefined) throw notAllowed('the folder exists')
  const name = toNodeName(last)
  const id = createId(parts.random, parts.clock.now())
  await parts.drives.transact(place.access, async (transaction) => {
    const { drive, writer } = transaction
    const { folder, node } = await lookAt(writer, drive, place)
    if (node) throw notAllowed('a file or folder has this name already')
    if (!folder) throw noSuchFolder()
    await placeFolder(transaction, { id, parentId: folder.id, name, conflict: 'fail' })
  })
  return nothingHere(call.reply, 201)
}

/** Into the trash, from where it comes back in the web app. */
export async function remove(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const { request, reply } = call
  const place = await findDrivePlace(parts, call, 'edit')
  await checkIf(parts, call)
  if (place.names.length === 0) throw forbidden('the top folder cannot be deleted')
  await parts.drives.transact(place.access, async (transaction) => {
    const { drive, writer } = transaction
    const { folder, node } = await lookAt(writer, drive, place)
    if (!node || !folder) throw notFound()
    requireRight(node, 'edit')
    checkPreconditions(
      { ifMatch: header(request, 'if-match'), ifNoneMatch: header(request, 'if-none-match') },
      node,
    )
    const question = { nodes: [node.id], folders: [folder.id], trees: [node.id] }
    await drive.locks?.require(writer, question)
    await trashNode(transaction, node)
  })
  return reply.code(204).send()
}
