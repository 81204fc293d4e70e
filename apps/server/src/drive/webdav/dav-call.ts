import type { Right } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PeopleDirectory } from '../../account/index.ts'
import type { Reader } from '../../db/database.ts'
import type { Fingerprint } from '../../db/fingerprint.ts'
import { collectBody } from '../../http/collect-body.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Random } from '../../kernel/id.ts'
import type { Accesses } from '../access/accesses.ts'
import type { Drives } from '../access/drives.ts'
import { notFound, type OpenNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { Across } from '../across/across.ts'
import type { Downloads } from '../downloads/downloads.ts'
import type { FolderSeqs } from '../history/folder-seqs.ts'
import { subtreeSeqs } from '../history/folder-seqs.ts'
import { type Below, findBelow } from '../paths/find-path.ts'
import type { Paths } from '../paths/paths.ts'
import { toShortTag } from '../paths/preconditions.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import type { DavCaller } from './dav-caller.ts'
import { type DavPath, type FindRoot, parseAddress, type ToHref } from './dav-path.ts'
import { type ConditionList, holds, type ResourceState, tokensOf } from './if-header.ts'
import { canExist, type DrivePlace, type Place, type Places } from './places.ts'
import { forbidden, preconditionFailed } from './refusal.ts'

export interface DavParts {
  drives: Drives
  accesses: Accesses
  places: Places
  paths: Pick<Paths, 'put'>
  downloads: Pick<Downloads, 'open' | 'openIn'>
  tasks: Pick<Tasks, 'begin' | 'cancel' | 'get'>
  across: Across
  folderSeqs: FolderSeqs
  fingerprint: Fingerprint
  thumbnails: Pick<Thumbnails, 'findPictured'>
  people: Pick<PeopleDirectory, 'describePeople'>
  clock: Clock
  random: Random
  publicUrl: string
}

/** One request, with what every method reads of it. */
export interface DavCall {
  request: FastifyRequest
  reply: FastifyReply
  caller: DavCaller
  path: DavPath
  findRoot: FindRoot
  toHref: ToHref
  /** How a MOVE onto something is answered: some clients take it for failed unless it is answered as any other. */
  replacedStatus: 201 | 204
  lists: readonly ConditionList[]
  /** Under which names the caller knows us. */
  hosts: ReadonlySet<string>
}

/** Far more than any client sends. */
const MAX_XML_BYTES = 512 * 1024

export function readBody({ request }: Pick<DavCall, 'request'>): Promise<Buffer> {
  const length = request.headers['content-length']
  return collectBody(request.raw, {
    declaredBytes: length === undefined ? undefined : Number(length),
    maxBytes: MAX_XML_BYTES,
  })
}

export function hasBody({ request: { headers } }: Pick<DavCall, 'request'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Where the path of a call leads, with what it holds. */
export async function findPlace(
  { places }: DavParts,
  { caller, lists }: DavCall,
  names: readonly string[],
  right: Right,
): Promise<Place> {
  return places.find(caller, names, { right, lockTokens: tokensOf(lists) })
}

/** For methods that change something: folders that no drive has stay as they are. */
export async function findDrivePlace(
  parts: DavParts,
  call: DavCall,
  right: Right,
  names: readonly string[] = call.path.names,
): Promise<DrivePlace> {
  const place = await findPlace(parts, call, names, right)
  if (place.kind === 'nowhere') throw notFound()
  if (place.kind === 'list') {
    throw forbidden('this folder shows what others share: it cannot be changed here')
  }
  return place
}

export async function lookAt(reader: Reader, drive: OpenDrive, place: DrivePlace): Promise<Below> {
  if (canExist(place)) return findBelow(reader, drive, place.folderId, place.names)
  const above = { ...place, names: place.names.slice(0, -1) }
  const { node } = canExist(above)
    ? await findBelow(reader, drive, place.folderId, above.names)
    : { node: undefined }
  return { folder: node?.kind === 'folder' ? node : undefined, node: undefined }
}

/** Of a file that of its content, of a folder that of everything below it. */
export async function etagOf(reader: Reader, drive: OpenDrive, node: OpenNode): Promise<string> {
  if (node.kind === 'file') return toShortTag(node)
  const seqs = await subtreeSeqs(reader, drive, [node.id])
  return folderTag(node.id, seqs.get(node.id))
}

export function folderTag(id: string, seq: number | undefined): string {
  return `"${id}.${seq ?? 0}"`
}

/** What an `If` header saw, so that the change itself can ask for the same. */
export interface Seen {
  /** That of what is at the path of the call, where a condition named it. */
  etag: string | undefined
}

/**
 * Throws unless one of the lists of the `If` header is true (RFC 4918, 10.4). The locks are asked for again where the change
 * is made; a tag is handed to it.
 */
export async function checkIf(parts: DavParts, call: DavCall): Promise<Seen> {
  const { lists } = call
  if (lists.length === 0) return { etag: undefined }
  const states = new Map<string | undefined, ResourceState>()
  for (const list of lists) {
    const known = states.get(list.resource)
    if (!known && states.size === MAX_RESOURCES) {
      throw new ServiceError('invalid_argument', {
        description: `the If header names more than ${MAX_RESOURCES} resources: send fewer`,
      })
    }
    const state = known ?? (await stateOf(parts, call, list.resource))
    states.set(list.resource, state)
    if (!holds(list, state)) continue
    const isOwn = isOwnPath(call, list.resource)
    const hasTag = list.conditions.some(({ kind, isNot }) => kind === 'etag' && !isNot)
    return { etag: isOwn && hasTag ? state.etag : undefined }
  }
  throw preconditionFailed('what the If header says is not so: read the file or folder again')
}

/** Some clients name what they write to. */
function isOwnPath(call: DavCall, resource: string | undefined): boolean {
  if (resource === undefined) return true
  const path = parseAddress(resource, call)
  return path !== 'elsewhere' && path.names.join('/') === call.path.names.join('/')
}

/** A move names two. */
const MAX_RESOURCES = 10

const NOTHING: ResourceState = { etag: undefined, tokens: new Set() }

async function stateOf(
  parts: DavParts,
  call: DavCall,
  resource: string | undefined,
): Promise<ResourceState> {
  const path = resource === undefined ? call.path : parseAddress(resource, call)
  if (path === 'elsewhere') return NOTHING
  const place = await findPlace(parts, call, path.names, 'view')
  if (place.kind !== 'drive') return NOTHING
  return parts.drives.read(place.access, async (reader, drive) => {
    const { node, folder } = await lookAt(reader, drive, place)
    const locked = node ?? folder
    const locks = locked ? ((await drive.locks?.covering(reader, locked.id)) ?? []) : []
    // What is not there yet is locked by a deep lock on its folder.
    const holding = node ? locks : locks.filter(({ is_deep }) => is_deep === 1)
    return {
      etag: node && (await etagOf(reader, drive, node)),
      tokens: new Set(holding.map(({ token }) => token)),
    }
  })
}
