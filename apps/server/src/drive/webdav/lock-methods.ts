import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply } from 'fastify'
import type { NodeLockRow } from '../../db/tables.ts'
import { header } from '../../http/caller.ts'
import { createUuid } from '../../kernel/id.ts'
import { type NewLock, refreshLock, releaseLock, takeLock } from '../access/hold-lock.ts'
import { isLocked } from '../access/locks.ts'
import { notFound, requireRight } from '../access/open-node.ts'
import { toNodeName } from '../nodes/node-name.ts'
import {
  checkIf,
  type DavCall,
  type DavParts,
  findDrivePlace,
  lookAt,
  readBody,
} from './dav-call.ts'
import { parseTimeout } from './dav-headers.ts'
import { rootOf } from './describe.ts'
import { tokensOf } from './if-header.ts'
import { activeLock } from './live-properties.ts'
import { type DrivePlace, namesOf } from './places.ts'
import { parseDepth } from './property-request.ts'
import { davChild, isDav, readXml } from './read-xml.ts'
import { DavRefusal, noSuchFolder } from './refusal.ts'
import { contentToXml, XML_HEAD, XML_TYPE } from './write-xml.ts'

export async function lock(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const body = await readBody(call)
  const durationMs = parseTimeout(header(call.request, 'timeout'))
  if (body.length === 0) return refresh(parts, call, durationMs)
  const wanted = {
    ...parseLock(body, call),
    token: `opaquelocktoken:${createUuid(parts.random)}`,
    durationMs,
  }
  const place = await findDrivePlace(parts, call, 'edit')
  await checkIf(parts, call)
  return takeOrCreate(parts, call, place, wanted)
}

/** Of a name that nothing has, an empty file is made and locked at once (RFC 4918, 7.3). */
async function takeOrCreate(
  parts: DavParts,
  call: DavCall,
  place: DrivePlace,
  wanted: NewLock,
): Promise<FastifyReply> {
  const { drives, paths } = parts
  try {
    const taken = await drives.transact(place.access, async (transaction) => {
      const { drive, writer, now } = transaction
      const { folder, node } = await lookAt(writer, drive, place)
      if (!node) {
        if (!folder) throw noSuchFolder()
        return { folder, now }
      }
      const isDeep = node.kind === 'folder' && wanted.is_deep === 1 ? 1 : 0
      const lock = await takeLock(transaction, node, { ...wanted, is_deep: isDeep })
      // Whoever is told of a new file is told with it that it is locked, so that this is not for those.
      transaction.recordChange({ locked: node })
      return { lock, now }
    })
    if (taken.lock) {
      return answer(call, taken.lock, { status: 200, root: namesOf(place), now: taken.now })
    }
    let made: { lock: NodeLockRow; now: number } | undefined
    await paths.put({ ...place.access, right: 'add' }, toNodeName(place.names.at(-1) ?? ''), {
      folderId: taken.folder.id,
      bytes: nothing(),
      sizeBytes: 0,
      mimeType: undefined,
      modifiedAt: undefined,
      ifMatch: undefined,
      ifNoneMatch: '*',
      async also(transaction, node) {
        const lock = await takeLock(transaction, node, { ...wanted, is_deep: 0 })
        made = { lock, now: transaction.now }
      },
    })
    if (!made) throw new Error('a file was made without its lock')
    return answer(call, made.lock, { status: 201, root: namesOf(place), now: made.now })
  } catch (error) {
    if (!isLocked(error)) throw error
    throw new DavRefusal('no-conflicting-lock', {
      status: 423,
      description: error.description,
      hrefs: [call.toHref(namesOf(place), false)],
    })
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}

async function refresh(parts: DavParts, call: DavCall, durationMs: number): Promise<FastifyReply> {
  const tokens = tokensOf(call.lists)
  if (tokens.length === 0) {
    throw new ServiceError('invalid_argument', {
      description: 'to refresh a lock, send its token in an If header',
    })
  }
  const place = await findDrivePlace(parts, call, 'edit')
  await checkIf(parts, call)
  const refreshed = await parts.drives.transact(place.access, async (transaction) => {
    const { drive, writer, now } = transaction
    const { node } = await lookAt(writer, drive, place)
    if (!node) throw notFound()
    requireRight(node, 'edit')
    const lock = await refreshLock(transaction, node, { tokens, durationMs })
    if (!lock) throw noSuchLock(412)
    const way = (await drive.locks?.wayOf(writer, node.id)) ?? []
    return { lock, root: rootOf(lock, node.id, way, namesOf(place)) ?? namesOf(place), now }
  })
  const { lock, root, now } = refreshed
  return answer(call, lock, { status: 200, root, now, isRefreshed: true })
}

export async function unlock(parts: DavParts, call: DavCall): Promise<FastifyReply> {
  const [, token] = /^\s*<([^<>\s]+)>\s*$/.exec(header(call.request, 'lock-token') ?? '') ?? []
  if (token === undefined) {
    throw new ServiceError('invalid_argument', {
      description: 'Lock-Token must hold the token of the lock in angle brackets',
    })
  }
  const place = await findDrivePlace(parts, call, 'view')
  await parts.drives.transact(place.access, async (transaction) => {
    const { drive, writer } = transaction
    const { node } = await lookAt(writer, drive, place)
    if (!node) throw notFound()
    if (!(await releaseLock(transaction, node, token))) throw noSuchLock(409)
  })
  return call.reply.code(204).send()
}

function noSuchLock(status: 409 | 412): DavRefusal {
  return new DavRefusal('lock-token-matches-request-uri', {
    status,
    description: 'no such lock holds for this file or folder',
  })
}

function answer(
  { reply, toHref }: DavCall,
  lock: NodeLockRow,
  shown: { status: 200 | 201; root: readonly string[]; now: number; isRefreshed?: boolean },
): FastifyReply {
  const { status, root, now, isRefreshed = false } = shown
  if (!isRefreshed) reply.header('lock-token', `<${lock.token}>`)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(XML_TYPE)
    .send(
      `${XML_HEAD}<d:prop xmlns:d="DAV:"><d:lockdiscovery>${activeLock({ lock, href: toHref(root, false), now })}</d:lockdiscovery></d:prop>`,
    )
}

const MAX_OWNER_LENGTH = 4_000

/** `lockinfo` (RFC 4918, 14.11). Without a Depth it is for everything, and some clients send none for files. */
function parseLock(
  body: Uint8Array,
  { request }: DavCall,
): Pick<NewLock, 'is_shared' | 'is_deep' | 'owner'> {
  const depth = parseDepth(request.headers.depth, 'infinity')
  if (depth === '1') {
    throw new ServiceError('invalid_argument', { description: 'Depth must be 0 or infinity' })
  }
  const info = readXml(body)
  const scope = isDav(info, 'lockinfo') ? davChild(info, 'lockscope') : undefined
  const type = davChild(info, 'locktype')
  const isShared = scope && davChild(scope, 'shared') !== undefined
  const isExclusive = scope && davChild(scope, 'exclusive') !== undefined
  if (!type || !davChild(type, 'write') || isShared === isExclusive) {
    throw new ServiceError('invalid_argument', {
      description: 'the body must be a lockinfo element for a shared or an exclusive write lock',
    })
  }
  const ownerElement = davChild(info, 'owner')
  const owner = ownerElement ? contentToXml(ownerElement, MAX_OWNER_LENGTH) : ''
  return {
    is_shared: isShared ? 1 : 0,
    is_deep: depth === 'infinity' ? 1 : 0,
    owner: owner === '' ? null : owner,
  }
}
