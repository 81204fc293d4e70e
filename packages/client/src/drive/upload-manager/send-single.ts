import type { ConflictRule, File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import { toHex } from '../../runtime/hex-id.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { UploadSource } from '../upload-source.ts'
import type { Uploads } from '../uploads.ts'
import {
  type FileEntry,
  mimeTypeOf,
  modifiedTimeOf,
  openSource,
  splitPath,
  unreadable,
} from './upload-entry.ts'
import { journalKey, type UploadJournal } from './upload-journal.ts'
import type { Upload, UploadDetail } from './upload-list.ts'

export interface SingleParts {
  uploads: Uploads
  journal: UploadJournal
  runtime: Pick<Runtime, 'sha256'>
}

export interface SingleOptions {
  upload: Upload & { entry: FileEntry }
  detail: UploadDetail
  rule: ConflictRule
  signal: AbortSignal
  onSize: (size: number) => void
  /** `isNews`: sent by this attempt, and not there before it. */
  onSent: (sentBytes: number, isNews: boolean) => void
}

/** Enough to tell two files apart that have the same size and time by accident. */
const HEAD_BYTES = 64 * 1024

/** Sends one file by blocks, from where an earlier attempt of this or another page has left it. */
export async function sendSingle(
  { uploads, journal, runtime }: SingleParts,
  { upload, detail, rule, signal, onSize, onSent }: SingleOptions,
): Promise<{ file: File; isInstant: boolean }> {
  const { entry, batch } = upload
  const { folder, name } = splitPath(entry.path)
  const source = guardSource(entry.path, await openSource(entry))
  onSize(source.size)
  const key = journalKey(batch.parentId, entry.path)
  const mark = {
    key,
    path: entry.path,
    parent_id: batch.parentId,
    size: source.size,
    modified_time: modifiedTimeOf(entry),
    head: await headOf(runtime, source),
  }
  detail.uploadId ??= await findBegun()
  const parent_id = await batch.folders.idOf(folder)

  async function findBegun(): Promise<string | undefined> {
    const begun = await journal.get(key)
    const isSame =
      begun?.size === mark.size &&
      begun.modified_time === mark.modified_time &&
      begun.head === mark.head
    return isSame ? begun.upload_id : undefined
  }

  async function send(uploadId: string | undefined) {
    let sentBefore: number | undefined
    let isInstant = false
    let marking: Promise<void> | undefined
    const file = await uploads.upload(source, {
      parent_id,
      name,
      conflict: rule,
      modified_time: mark.modified_time,
      mime_type: mimeTypeOf(entry),
      uploadId,
      signal,
      onCreated: ({ id, missing }) => {
        isInstant = missing.length === 0 && uploadId === undefined && source.size > 0
        detail.uploadId = id
        if (uploadId === undefined) marking = journal.put({ ...mark, upload_id: id })
      },
      onProgress: ({ sentBytes }) => {
        onSent(sentBytes, sentBefore !== undefined)
        sentBefore = sentBytes
      },
    })
    // In this order, so that no record is left of what is over.
    await marking
    return { file, isInstant }
  }

  const begun = detail.uploadId
  try {
    const sent = await send(begun)
    await journal.remove(key)
    return sent
  } catch (error) {
    // What was begun before has expired: it begins again.
    if (begun === undefined || !isServiceError(error, 'not_found')) throw error
    detail.uploadId = undefined
    const sent = await send(undefined)
    await journal.remove(key)
    return sent
  }
}

/** Gives up what the server has of a file. */
export async function dropSingle(
  { uploads, journal }: SingleParts,
  { parentId, path, uploadId }: { parentId: string; path: string; uploadId: string | undefined },
): Promise<void> {
  await journal.remove(journalKey(parentId, path))
  if (uploadId !== undefined) await uploads.abort(uploadId)
}

/** What goes wrong with reading is the file's own trouble, whatever the platform calls it. */
function guardSource(path: string, source: UploadSource): UploadSource {
  return {
    size: source.size,
    async slice(start, end) {
      try {
        const body = await source.slice(start, end)
        const bytes = body instanceof Blob ? body.size : body.length
        if (bytes === end - start) return body
        throw new RangeError(`${bytes} bytes instead of ${end - start}`)
      } catch (cause) {
        throw unreadable(path, cause)
      }
    },
    release: (bytes) => source.release?.(bytes),
  }
}

async function headOf(
  { sha256 }: Pick<Runtime, 'sha256'>,
  source: UploadSource,
): Promise<string | undefined> {
  if (!sha256) return undefined
  const body = await source.slice(0, Math.min(HEAD_BYTES, source.size))
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(await body.arrayBuffer())
  return toHex(await sha256(bytes))
}
