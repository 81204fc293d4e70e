import { BLOCK_BYTES, headers } from '@awan/protocol'
import {
  abortUpload,
  blockHash,
  commitUpload,
  createUpload,
  getUpload,
  type ProofChallenge,
  proveUpload,
  putBlocks,
  type Upload as UploadAnswer,
} from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { FastifyRequest } from 'fastify'
import { header } from '../../http/caller.ts'
import { freeNow } from '../../kernel/own-memory.ts'
import { type DriveRoute, driveRoute } from '../access/drive-route.ts'
import { contentLength } from '../sent-bytes.ts'
import { type BlockRanges, parseText } from './block-ranges.ts'
import type { Challenge } from './proof-ranges.ts'
import type { Upload } from './uploads.store.ts'
import type { Uploads } from './uploads.ts'

export function uploadRoutes(uploads: Uploads): DriveRoute[] {
  return [
    driveRoute(createUpload, 'add', async ({ access, body, request }) => {
      const upload = await uploads.create(
        access,
        {
          parentId: body.parent_id,
          name: body.name,
          sizeBytes: body.size,
          blockHashes: body.block_hashes,
          mimeType: body.mime_type,
          modifiedAt: body.modified_time === undefined ? undefined : Date.parse(body.modified_time),
        },
        header(request, headers.idempotencyKey),
      )
      const hasHashes = body.block_hashes !== undefined
      const challenge = await uploads.askForProof(access, upload, hasHashes)
      return { ...toAnswer(upload), ...(challenge && { proof: toWire(challenge) }) }
    }),

    driveRoute(proveUpload, 'add', async ({ access, params, body }) =>
      toAnswer(await uploads.prove(access, params.id, body.proof)),
    ),

    driveRoute(getUpload, 'add', async ({ access, params }) =>
      toAnswer(await uploads.get(access, params.id)),
    ),

    driveRoute(putBlocks, 'add', async ({ access, params, body, request }) => {
      const missing = await uploads.receive(access, params.id, {
        first: params.first,
        bytes: body,
        sizeBytes: contentLength(request),
        hashes: blockHashes(request),
        giveBack: freeNow,
      })
      return { missing: toPairs(missing) }
    }),

    driveRoute(commitUpload, 'add', async ({ access, toFile, params, body }) =>
      toFile(await uploads.commit(access, params.id, body.conflict)),
    ),

    driveRoute(abortUpload, 'add', async ({ access, params }) => {
      await uploads.abort(access, params.id)
      return {}
    }),
  ]
}

function toAnswer(upload: Upload): UploadAnswer {
  return {
    id: upload.id,
    parent_id: upload.parent_id,
    name: upload.name,
    size: upload.size,
    block_size: BLOCK_BYTES,
    blocks_per_put: upload.blocks_per_put,
    hash_algorithm: upload.hash_algorithm,
    missing: toPairs(parseText(upload.missing)),
    expires_time: new Date(upload.expires_at).toISOString(),
  }
}

function toWire({ nonce, ranges }: Challenge): ProofChallenge {
  return { nonce, ranges: ranges.map(({ start, end }) => [start, end]) }
}

function toPairs(ranges: BlockRanges): [number, number][] {
  return ranges.map(([first, last]) => [first, last])
}

function blockHashes(request: FastifyRequest): string[] | undefined {
  const header = request.headers[headers.blockHashes]
  if (header === undefined) return undefined
  const hashes = String(header)
    .split(',')
    .map((hash) => hash.trim())
  if (!hashes.every((hash) => blockHash.safeParse(hash).success)) {
    throw new ServiceError('invalid_argument', {
      description: `${headers.blockHashes} must be hashes separated by commas, each "b3:" and the BLAKE3 of a block in lower-case hexadecimal`,
    })
  }
  return hashes
}
