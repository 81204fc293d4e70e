import { z } from 'zod'
import { bytes } from '../endpoint.ts'
import { BLOCK_BYTES, MAX_BUNDLE_ENTRIES, ROOT_ID } from '../limits.ts'
import { defineDriveEndpoint } from './drive-endpoint.ts'
import { blockHash, conflictRule, file, nodeId, sha256Hex } from './file.ts'

/** Names with a slash between them, below the folder that the bundle is for. */
const bundlePath = z.string().min(1).max(32_768)

const bundledFolder = z.object({ kind: z.literal('folder'), path: bundlePath })

const bundledFile = z.object({
  kind: z.literal('file').optional(),
  path: bundlePath,
  size: z.number().int().nonnegative().max(BLOCK_BYTES),
  modified_time: z.iso.datetime({ offset: true }).optional(),
  mime_type: z.string().max(255).optional(),
  /** Of the whole content, which is one block; one that arrives otherwise is refused. */
  block_hash: blockHash.optional(),
  /** The same, for who has SHA-256 alone. */
  sha256: sha256Hex.optional(),
})

/**
 * What a bundle carries. The body is the length of this, as JSON in UTF-8, in four bytes, the highest
 * first; then this; then the contents of its files, one after the other, in the same order.
 */
export const bundleManifest = z.object({
  parent_id: nodeId.default(ROOT_ID),
  /** Of files; a folder that is there is joined. */
  conflict: conflictRule.default('fail'),
  entries: z.array(z.union([bundledFolder, bundledFile])).max(MAX_BUNDLE_ENTRIES),
})
export type BundleManifest = z.output<typeof bundleManifest>
export type BundleManifestSent = z.input<typeof bundleManifest>

/** What became of one entry: the file, or why it was refused, alone. */
export const bundleResult = z.union([
  z.object({ file }),
  z.object({
    error: z.string(),
    error_code: z.number().int(),
    error_description: z.string(),
    details: z.array(z.looseObject({ '@type': z.string() })),
  }),
])
export type BundleResult = z.output<typeof bundleResult>

export const uploadBundle = defineDriveEndpoint({
  method: 'POST',
  path: '/drive/v1/uploads:bundle',
  summary:
    'Upload many small files with their folders in one request: a manifest, then the contents',
  tag: 'drive',
  body: bytes,
  /** In the order of the entries. */
  answer: z.object({ results: z.array(bundleResult) }),
  errors: ['not_found', 'invalid_argument', 'failed_precondition'],
})
