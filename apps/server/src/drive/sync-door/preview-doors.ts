import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Door } from '../../http/mount-doors.ts'
import type { Access } from '../access/access.ts'
import { notFound, openNodeByNumber } from '../access/open-node.ts'
import { sendContent } from '../downloads/send-content.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import { type DavParts, lookAt } from '../webdav/dav-call.ts'
import { type DavCaller, type DavGuards, signInWithPassword } from '../webdav/dav-caller.ts'
import { type FindRoot, parseDavPath } from '../webdav/dav-path.ts'
import { replyDavError } from '../webdav/reply-dav-error.ts'
import { createAwaitPicture } from './await-picture.ts'
import { accessOfNumber, parseFileNumber } from './find-by-number.ts'

/** By the number of a file, or by its path in the query. */
const BY_QUERY = [
  '/index.php/core/preview',
  '/index.php/core/preview.png',
  '/index.php/apps/files_trashbin/preview',
]
/** By two lengths and the path of the file, as older clients ask. */
const BY_PATH = '/index.php/apps/files/api/v1/thumbnail'

/** Those that are made of each picture. */
const SIZES = [256, 512, 1600] as const

interface Parts extends Pick<DavParts, 'accesses' | 'drives' | 'places'> {
  db: Database
  thumbnails: Pick<Thumbnails, 'open'>
}

/** What clients show of images and videos. */
export function createPreviewDoors(parts: Parts, guards: DavGuards): Door[] {
  const awaitPicture = createAwaitPicture()
  return [
    ...BY_QUERY.map((path) => toDoor(path, readQuery)),
    toDoor(BY_PATH, async (request, caller) => readPath(request, caller)),
  ]

  function toDoor(
    path: string,
    read: (request: FastifyRequest, caller: DavCaller) => Promise<Wanted>,
  ): Door {
    return {
      path,
      methods: ['GET', 'HEAD'],
      replyError: replyDavError,

      async handle(request, reply) {
        const caller = await signInWithPassword(guards, request)
        const { access, nodeId, length } = await read(request, caller)
        const size = SIZES.find((one) => one >= length) ?? 1600
        const open = () => parts.thumbnails.open(access, nodeId, size)
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const content = await awaitPicture(caller.person.sub, open, gone.signal)
        return sendContent(request, reply, content)
      },
    }
  }

  async function readQuery({ url }: FastifyRequest, caller: DavCaller): Promise<Wanted> {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const length = longerOf(query.get('x'), query.get('y'))
    const id = query.get('fileId')
    const number = id === null ? undefined : parseFileNumber(id)
    if (number !== undefined) {
      const access = await accessOfNumber(parts, caller, number, 'view')
      const node = await parts.drives.read(access, (reader, drive) =>
        openNodeByNumber(reader, drive, number),
      )
      return { access, nodeId: node.id, length }
    }
    const names = (query.get('file') ?? '').split('/').filter((name) => name !== '')
    return { ...(await findByNames(names, caller)), length }
  }

  async function readPath({ url }: FastifyRequest, caller: DavCaller): Promise<Wanted> {
    const path = parseDavPath(url, findThumbnailRoot)
    const [x, y, ...names] = path?.names ?? []
    return { ...(await findByNames(names, caller)), length: longerOf(x, y) }
  }

  async function findByNames(
    names: readonly string[],
    caller: DavCaller,
  ): Promise<{ access: Access; nodeId: string }> {
    const place = await parts.places.find(caller, names, { right: 'view' })
    if (place.kind !== 'drive') throw notFound()
    const { node } = await parts.drives.read(place.access, (reader, drive) =>
      lookAt(reader, drive, place),
    )
    if (!node) throw notFound()
    return { access: place.access, nodeId: node.id }
  }
}

interface Wanted {
  access: Access
  nodeId: string
  /** In pixels, that of the longer side. */
  length: number
}

function longerOf(...given: (string | null | undefined)[]): number {
  return Math.max(...given.map((text) => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : 0)))
}

/** A pattern that begins with a run of slashes would look at all of the path again from each of them. */
export const findThumbnailRoot: FindRoot = (path) => /^\/.*?\/thumbnail(?=\/)/s.exec(path)?.[0]
