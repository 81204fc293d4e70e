import { headers } from '@awan/protocol'
import type { BundleManifestSent, ConflictRule, File, uploadBundle } from '@awan/protocol/drive'
import { type ServiceError, toServiceError } from '@awan/protocol/errors'
import type { BinaryBody } from '../request/call.ts'
import { createHexId } from '../runtime/hex-id.ts'
import type { DriveHost } from './drive-host.ts'

/** A file of a bundle, of 4 MiB at most, or with `kind` a folder. */
export type BundleEntry = BundledFile | BundledFolder

export interface BundledFile {
  kind?: 'file' | undefined
  /** Names with a slash between them; the folders on the way are made or joined. */
  path: string
  content: BinaryBody
  /** RFC 3339. */
  modified_time?: string | undefined
  mime_type?: string | undefined
  /** `b3:` and the BLAKE3 in hexadecimal digits, if it is known: content that arrives otherwise is refused. */
  block_hash?: string | undefined
  /** The same by SHA-256, without a prefix. */
  sha256?: string | undefined
}

export interface BundledFolder {
  kind: 'folder'
  path: string
}

export interface BundleOptions {
  /** The top folder by default. */
  parent_id?: string | undefined
  /** What happens when the name of a file is taken; `fail` by default. */
  conflict?: ConflictRule | undefined
  /** The same key for the same bundle: what was made is found, not made again. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

/** What became of an entry: the file or folder, or why it was refused, alone. */
export type BundleOutcome = { file: File } | { error: ServiceError }

export interface Bundles {
  /**
   * Sends many small files with their folders in one request: at most 5,000, and 64 MiB in total. The
   * results have the same order.
   *
   * @example
   * const outcomes = await drive.uploads.bundle([
   *   { path: 'trip/day 1.txt', content: new Blob(['We arrived.']) },
   *   { path: 'trip/photos', kind: 'folder' },
   * ])
   */
  bundle(entries: readonly BundleEntry[], options?: BundleOptions): Promise<BundleOutcome[]>
}

/** As long as a full one may take on a slow line. */
const BUNDLE_TIMEOUT_MS = 60_000

export function createBundles({ request, runtime }: DriveHost): Bundles {
  return {
    async bundle(entries, { parent_id, conflict, idempotencyKey, signal } = {}) {
      const path = '/drive/v1/uploads:bundle'
      const { results } = await request<typeof uploadBundle>('POST', path, {
        auth: true,
        headers: { [headers.idempotencyKey]: idempotencyKey ?? createHexId(runtime) },
        body: pack({ parent_id, conflict, entries: entries.map(toManifest) }, entries),
        timeoutMs: BUNDLE_TIMEOUT_MS,
        signal,
      })
      return results.map((result) =>
        'file' in result ? result : { error: toServiceError(result as object, path) },
      )
    },
  }
}

function toManifest(entry: BundleEntry): BundleManifestSent['entries'][number] {
  if (entry.kind === 'folder') return { kind: 'folder', path: entry.path }
  const { path, content, modified_time, mime_type, block_hash, sha256 } = entry
  return { path, size: sizeOf(content), modified_time, mime_type, block_hash, sha256 }
}

/** Four bytes that tell the length of the manifest, the manifest, the contents. */
function pack(manifest: BundleManifestSent, entries: readonly BundleEntry[]): BinaryBody {
  const text = new TextEncoder().encode(JSON.stringify(manifest))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, text.length)
  const contents = entries.flatMap((entry) => (entry.kind === 'folder' ? [] : [entry.content]))
  return new Blob([length, text, ...contents])
}

function sizeOf(content: BinaryBody): number {
  return content instanceof Blob ? content.size : content.length
}
