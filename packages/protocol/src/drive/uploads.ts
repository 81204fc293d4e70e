import { z } from 'zod'
import { HASH_ALGORITHMS } from '../content-hash.ts'
import { bytes } from '../endpoint.ts'
import { ROOT_ID } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { blockHash, conflictRule, file, nodeId, nodeName, sha256Hex } from './file.ts'

const uploadId = nodeId

/**
 * Bytes do not have the hash that came with them. It is `data_loss` and no failure of the server: they
 * were damaged on their way, and are sent again. The number is tus's own.
 */
export const CHECKSUM_MISMATCH_STATUS = 460

/**
 * Some other drive may have the content. Whoever proves to have it too need not send it. The proof is
 * HMAC-SHA256 with the nonce as its key, over the upload's id and, for each range, the HMAC-SHA256 of its
 * bytes with the same key. Whether anybody has the content is not told by this.
 */
const proofChallenge = z.object({
  /** 32 bytes in hexadecimal. */
  nonce: sha256Hex,
  /** First and last byte of each, in the order in which they count; none is larger than a block. */
  ranges: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])),
})
export type ProofChallenge = z.output<typeof proofChallenge>

/** A durable upload over blocks: it survives restarts of both sides and expires with its bytes. */
export const upload = z.object({
  id: z.string(),
  parent_id: z.string(),
  name: z.string(),
  size: z.number().int().nonnegative(),
  block_size: z.number().int().positive(),
  /** A PUT starts at a multiple of this many blocks and carries a multiple of it, but for the end. */
  blocks_per_put: z.number().int().positive(),
  /** What its blocks are hashed by: `sha256` if it was begun with such hashes, or before there was another. */
  hash_algorithm: z.enum(HASH_ALGORITHMS),
  /** Block numbers, as ranges [first, last], that the server does not have yet; none means: commit. */
  missing: z.array(z.tuple([z.number().int(), z.number().int()])),
  expires_time: z.iso.datetime(),
  /** Only when an upload begins, and only where the operator allows it. */
  proof: proofChallenge.optional(),
})
export type Upload = z.output<typeof upload>

export const createUpload = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/uploads',
  summary:
    'Start an upload; with block hashes, content that the drive already has is not sent again',
  tag: 'drive',
  body: z.object({
    parent_id: nodeId.default(ROOT_ID),
    name: nodeName,
    size: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
    /** The hash of each block, in order, where the caller knows them; all of one algorithm. */
    block_hashes: z.array(blockHash).max(2_500_000).optional(),
    mime_type: z.string().max(255).optional(),
    modified_time: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: upload,
  errors: ['not_found', 'invalid_argument', 'resource_exhausted'],
})

export const getUpload = defineDriveEndpoint({
  method: 'GET',
  path: '/drive/v1/uploads/{id}',
  summary: 'Get the state of an upload',
  tag: 'drive',
  params: z.object({ id: uploadId }),
  answer: upload,
  errors: ['not_found'],
})

/** A proof that does not fit, or comes late or again, changes nothing: the blocks are still missing. */
export const proveUpload = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/uploads/{id}/proof',
  summary:
    'Prove possession of the content, so that it need not be sent; returns the missing blocks',
  tag: 'drive',
  params: z.object({ id: uploadId }),
  body: z.object({ proof: sha256Hex }),
  answer: upload,
  errors: ['not_found', 'invalid_argument'],
})

/**
 * The body is the bytes of whole consecutive blocks. `x-block-hashes` may carry their hashes, by
 * the upload's algorithm and comma separated: a block that does not match is refused and the ones before it are kept.
 */
export const putBlocks = defineDriveEndpoint({
  method: 'PUT',
  path: '/drive/v1/uploads/{id}/blocks/{first}',
  summary: 'Send one or more consecutive blocks, durable when answered',
  tag: 'drive',
  params: z.object({ id: uploadId, first: z.coerce.number().int().nonnegative() }),
  body: bytes,
  answer: upload.pick({ missing: true }),
  errors: ['not_found', 'out_of_range', 'data_loss', 'invalid_argument'],
  statuses: { data_loss: CHECKSUM_MISMATCH_STATUS },
})

export const commitUpload = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/uploads/{id}/commit',
  summary: 'Commit an upload: the uploaded bytes become a file',
  tag: 'drive',
  params: z.object({ id: uploadId }),
  body: z.object({ conflict: conflictRule.default('fail') }),
  answer: file,
  errors: ['not_found', 'already_exists', 'failed_precondition', 'resource_exhausted'],
})

export const abortUpload = defineDriveEndpoint({
  method: 'DELETE',
  path: '/drive/v1/uploads/{id}',
  summary: 'Cancel an upload; its bytes are removed',
  tag: 'drive',
  params: z.object({ id: uploadId }),
  answer: z.object({}),
})
