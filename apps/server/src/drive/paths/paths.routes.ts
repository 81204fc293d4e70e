import { headers } from '@awan/protocol'
import { deletePath, getPath, putPath } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { sentContentType } from '../../http/content-type.ts'
import { freeNow } from '../../kernel/own-memory.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import type { Downloads } from '../downloads/downloads.ts'
import { sendContent } from '../downloads/send-content.ts'
import { bytesOf, contentLength, takeArrived } from '../sent-bytes.ts'
import type { Paths } from './paths.ts'
import { type Preconditions, toContentTag } from './preconditions.ts'

export function pathRoutes(paths: Paths, downloads: Pick<Downloads, 'open'>): DriveRoute[] {
  return [
    driveRoute(putPath, 'add', async ({ access, toFile, params, body, request, reply }) => {
      const node = await paths.put(access, params.path, {
        bytes: bytesOf(body),
        takeArrived: (sizeBytes) => takeArrived(body, sizeBytes),
        sizeBytes: contentLength(request),
        mimeType: sentContentType(request),
        modifiedAt: modifiedAt(request),
        ...preconditions(request),
        continuesWriting: continuesWriting(request),
        giveBack: freeNow,
      })
      reply.header('etag', toContentTag(node))
      return toFile(node)
    }),

    driveRoute(getPath, 'view', async ({ access, params, request, reply }) => {
      const { id } = await paths.find(access, params.path)
      return sendContent(request, reply, await downloads.open(access, id))
    }),

    driveRoute(deletePath, 'edit', async ({ access, toFile, params, request }) =>
      toFile(await paths.trash(access, params.path, preconditions(request))),
    ),
  ]
}

function preconditions(request: FastifyRequest): Preconditions {
  return { ifMatch: header(request, 'if-match'), ifNoneMatch: header(request, 'if-none-match') }
}

function continuesWriting(request: FastifyRequest): boolean {
  const writing = header(request, headers.writing)
  if (writing === undefined) return false
  // Whoever names no state does not know what they go on with.
  const ifMatch = header(request, 'if-match')
  if (writing === 'continue' && ifMatch !== undefined && ifMatch.trim() !== '*') return true
  throw new ServiceError('invalid_argument', {
    description: `${headers.writing} can only be "continue", together with an ETag in If-Match`,
  })
}

function modifiedAt(request: FastifyRequest): number | undefined {
  const time = header(request, headers.modifiedTime) ?? header(request, 'last-modified')
  if (time === undefined) return undefined
  const at = Date.parse(time)
  if (Number.isNaN(at)) {
    throw new ServiceError('invalid_argument', {
      description: `${headers.modifiedTime} must be a time in the format of RFC 3339 or of HTTP`,
    })
  }
  return at
}
