import { BLOCK_BYTES, MAX_REQUEST_BYTES } from '@awan/protocol'
import type {
  abortUpload,
  ConflictRule,
  commitUpload,
  createUpload,
  File,
  getUpload,
  proveUpload,
  Upload,
} from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import { totalBytes } from './block-ranges.ts'
import { type Bundles, createBundles } from './bundles.ts'
import type { DriveHost } from './drive-host.ts'
import { onlyOnce } from './many-files.ts'
import type { UploadSource } from './upload-source.ts'

/** Up to here a source is hashed before it is sent, so that known content is not sent at all. */
export const HASH_FIRST_BYTES: number = MAX_REQUEST_BYTES
/** Beginning and ending an upload can mean work on an object storage far away. */
const SESSION_TIMEOUT_MS = 60_000

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

export interface UploadOptions {
  /** The top folder by default. */
  parent_id?: string | undefined
  name: string
  /** What happens when the name is taken; `fail` by default. */
  conflict?: ConflictRule | undefined
  /** RFC 3339. */
  modified_time?: string | undefined
  mime_type?: string | undefined
  /** Goes on with an upload that was begun before, of the same bytes. */
  uploadId?: string | undefined
  /** Called as soon as the upload exists: a later resume needs its id. */
  onCreated?: ((upload: Upload) => void) | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Aborting it pauses: what was sent stays on the server until it expires. */
  signal?: AbortSignal | undefined
}

export interface Uploads extends Bundles {
  /**
   * Uploads a file in blocks, several at once. Short outages are waited out; after a longer one it can be resumed with `uploadId`.
   *
   * @example
   * const file = await drive.uploads.upload(input.files[0], {
   *   name: 'film.mkv',
   *   onProgress: ({ sentBytes, totalBytes }) => show(sentBytes / totalBytes),
   * })
   */
  upload(source: UploadSource, options: UploadOptions): Promise<File>
  /**
   * The state of an upload.
   *
   * @example const { missing } = await drive.uploads.get(id)
   */
  get(id: string): Promise<Upload>
  /**
   * Cancels an upload; its bytes are removed.
   *
   * @example await drive.uploads.abort(id)
   */
  abort(id: string): Promise<void>
}

export function createUploads(host: DriveHost): Uploads {
  const { request, runtime } = host

  const get = (id: string, signal?: AbortSignal) =>
    request<typeof getUpload>('GET', '/drive/v1/uploads/{id}', {
      auth: true,
      params: { id },
      signal,
    })

  async function begin(source: UploadSource, options: UploadOptions) {
    const { parent_id, name, mime_type, modified_time, uploadId, signal } = options
    if (uploadId !== undefined) return { upload: await resume(source, uploadId, signal) }
    const hashes =
      source.size <= HASH_FIRST_BYTES
        ? await (await import('./hash-blocks.ts')).hashSource(runtime, source, BLOCK_BYTES)
        : undefined
    const begun = await request<typeof createUpload>('POST', '/drive/v1/uploads', {
      ...onlyOnce(runtime),
      body: { parent_id, name, mime_type, modified_time, size: source.size, block_hashes: hashes },
      timeoutMs: SESSION_TIMEOUT_MS,
      signal,
    })
    const upload = await prove(source, begun, signal)
    return { upload, hashes: upload.block_size === BLOCK_BYTES ? hashes : undefined }
  }

  /** A shortcut where the server offers it: whoever cannot take it sends the bytes. */
  async function prove(source: UploadSource, begun: Upload, signal?: AbortSignal): Promise<Upload> {
    if (!begun.proof || !runtime.sha256) return begun
    const { provePossession } = await import('./prove-possession.ts')
    const proof = await provePossession(runtime.sha256, source, begun.id, begun.proof)
    try {
      return await request<typeof proveUpload>('POST', '/drive/v1/uploads/{id}/proof', {
        auth: true,
        params: { id: begun.id },
        body: { proof },
        timeoutMs: SESSION_TIMEOUT_MS,
        signal,
      })
    } catch (error) {
      if (!isServiceError(error) || signal?.aborted) throw error
      return begun
    }
  }

  async function resume(source: UploadSource, id: string, signal?: AbortSignal): Promise<Upload> {
    const upload = await get(id, signal)
    if (upload.size === source.size) return upload
    throw new ServiceError('invalid_argument', {
      description: `upload ${id} has ${upload.size} bytes, but its source ${source.size}`,
    })
  }

  return {
    ...createBundles(host),
    get: (id) => get(id),
    async abort(id) {
      const path = '/drive/v1/uploads/{id}'
      await request<typeof abortUpload>('DELETE', path, { auth: true, params: { id } })
    },
    async upload(source, options) {
      const { conflict, signal, onCreated, onProgress } = options
      let { upload, hashes } = await begin(source, options)
      onCreated?.(upload)
      const report = (sentBytes: number) => onProgress?.({ sentBytes, totalBytes: source.size })
      report(source.size - totalBytes(upload.missing, upload))
      while (upload.missing.length > 0) {
        const { sendBlocks } = await import('./send-blocks.ts')
        const isComplete = await sendBlocks({
          host,
          upload,
          source,
          hashes,
          signal,
          onSent: report,
        })
        if (isComplete) break
        const now: Upload = await get(upload.id, signal)
        if (totalBytes(now.missing, now) >= totalBytes(upload.missing, upload)) {
          throw new ServiceError('data_loss', {
            description: `upload ${upload.id} still lacks blocks that were sent`,
          })
        }
        upload = now
      }
      return request<typeof commitUpload>('POST', '/drive/v1/uploads/{id}/commit', {
        auth: true,
        params: { id: upload.id },
        body: { conflict },
        timeoutMs: SESSION_TIMEOUT_MS,
        signal,
      })
    },
  }
}
