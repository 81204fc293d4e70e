import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import { findBlob, toDraft } from '../contents/contents.ts'
import { unknownUpload } from './open-upload.ts'
import type { Upload } from './uploads.store.ts'

/** A complete upload of which another one is made. */
export type Part = Pick<Upload, 'drive_id' | 'blob_id' | 'size'>

/** Only what is sealed can be read. */
export async function sealParts(
  { db, blobs }: { db: Database; blobs: BlobStore },
  parts: readonly Part[],
): Promise<void> {
  for (const { drive_id, blob_id } of parts) {
    const blob = await db.read((reader) => findBlob(reader, drive_id, blob_id))
    if (!blob) throw unknownUpload()
    await blobs.seal(toDraft(blob))
  }
}

/** The bytes of all parts, one after the other, from an offset up to another. */
export async function* readParts(
  blobs: BlobStore,
  parts: readonly Part[],
  from: number,
  end: number,
): AsyncIterable<Uint8Array> {
  let start = 0
  for (const { blob_id, size } of parts) {
    const range = { start: Math.max(from - start, 0), end: Math.min(end - start, size) - 1 }
    if (range.start <= range.end) yield* await blobs.read(blob_id, range)
    start += size
  }
}
