import type { Readable } from 'node:stream'
import {
  appendToTusUpload,
  createTusUpload,
  describeTus,
  getTusUpload,
  overrideTusMethod,
  TUS_CHECKSUMS,
  TUS_EXTENSIONS,
  TUS_VERSION,
  terminateTusUpload,
  tusHeaders,
} from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { replyError } from '../../http/reply-error.ts'
import { type Route, route } from '../../http/route.ts'
import type { Access } from '../access/access.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { parseChecksum } from './checksum.ts'
import { formatConcat, parseConcat, tusPath } from './concat.ts'
import type { Tus } from './tus.ts'
import { byteCount, carriesBytes, checkVersion, requireBytes, tusHeader } from './tus-request.ts'
import type { TusState } from './tus-state.ts'

interface Asked {
  access: Access
  params: { id: string }
  request: FastifyRequest
  reply: FastifyReply
}

export function tusRoutes(tus: Tus): DriveRoute[] {
  async function head({ access, params, request, reply }: Asked): Promise<FastifyReply> {
    checkVersion(request)
    const state = await tus.get(access, params.id)
    const { metadata, size } = state.upload
    const concat = formatConcat(state.upload)
    if (concat !== undefined) reply.header(tusHeaders.concat, concat)
    if (metadata !== null) reply.header(tusHeaders.metadata, metadata)
    return answer(reply.code(200).header(tusHeaders.length, size), state).send()
  }

  async function patch(asked: Asked & { body: Readable }): Promise<FastifyReply> {
    const { access, params, request, reply, body } = asked
    checkVersion(request)
    requireBytes(request)
    const offset = byteCount(request, tusHeaders.offset)
    if (offset === undefined) {
      throw new ServiceError('invalid_argument', { description: 'Upload-Offset is missing' })
    }
    const sent = { offset, body, checksum: checksumOf(request) }
    return answer(reply.code(204), await tus.append(access, params.id, sent)).send()
  }

  async function terminate({ access, params, request, reply }: Asked): Promise<FastifyReply> {
    checkVersion(request)
    await tus.terminate(access, params.id)
    return reply.code(204).header(tusHeaders.resumable, TUS_VERSION).send()
  }

  const routes = [
    driveRoute(createTusUpload, 'add', async ({ access, query, request, reply, body }) => {
      checkVersion(request)
      if (tusHeader(request, tusHeaders.deferLength) !== undefined) {
        throw new ServiceError('invalid_argument', {
          description: 'Upload-Defer-Length is not supported: give Upload-Length',
        })
      }
      const state = await tus.create(
        access,
        {
          sizeBytes: byteCount(request, tusHeaders.length),
          metadata: tusHeader(request, tusHeaders.metadata),
          concat: parseConcat(tusHeader(request, tusHeaders.concat)),
        },
        carriesBytes(request) ? { body, checksum: checksumOf(request) } : undefined,
      )
      const inDrive = query.drive_id === undefined ? '' : `?drive_id=${query.drive_id}`
      const location = tusPath(state.upload.id) + inDrive
      return answer(reply.code(201).header('location', location), state).send()
    }),

    driveRoute(getTusUpload, 'add', head),
    driveRoute(appendToTusUpload, 'add', patch),
    driveRoute(terminateTusUpload, 'add', terminate),
    driveRoute(overrideTusMethod, 'add', async (asked) => {
      const method = tusHeader(asked.request, tusHeaders.methodOverride)
      if (method === 'PATCH') return patch(asked)
      if (method === 'DELETE') return terminate(asked)
      if (method === 'HEAD') return head(asked)
      throw new ServiceError('unimplemented', {
        description: 'X-HTTP-Method-Override must be HEAD, PATCH or DELETE',
        status: 405,
      })
    }),
  ]
  return routes.map((one) => ({ ...one, replyError: replyTusError }))
}

/** What the server knows of tus; it is asked before anybody signs in. */
export function tusDescriptionRoutes(): Route[] {
  const describe = route(describeTus, {}, async ({ reply }) =>
    reply
      .code(204)
      .header(tusHeaders.resumable, TUS_VERSION)
      .header(tusHeaders.version, TUS_VERSION)
      .header(tusHeaders.extension, TUS_EXTENSIONS.join(','))
      .header(tusHeaders.checksumAlgorithm, TUS_CHECKSUMS.join(','))
      .send(),
  )
  return [{ ...describe, replyError: replyTusError }]
}

function checksumOf(request: FastifyRequest) {
  const header = tusHeader(request, tusHeaders.checksum)
  return header === undefined ? undefined : parseChecksum(header)
}

/** The offset of the upload. A final upload has none until its parts are joined. */
function answer(reply: FastifyReply, { upload, offset }: TusState): FastifyReply {
  const { committed_node_id: fileId, kind, expires_at } = upload
  if (kind !== 'final' || fileId !== null) reply.header(tusHeaders.offset, offset)
  if (fileId !== null) reply.header(tusHeaders.fileId, fileId)
  else reply.header(tusHeaders.expires, new Date(expires_at).toUTCString())
  return reply.header(tusHeaders.resumable, TUS_VERSION).header('cache-control', 'no-store')
}

/** Errors are the server's own, and say the version as every answer of tus does. */
function replyTusError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(tusHeaders.resumable, TUS_VERSION).header(tusHeaders.version, TUS_VERSION)
  replyError(thrown, request, reply)
}
