import type { Readable } from 'node:stream'
import type { ByteRange } from '../../blobs/blob-store.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { exactLength } from './exact-length.ts'

/** Bytes of a content of a drive, exactly so many as are asked for; fewer are an error. */
export type ReadContent = (
  content: { driveId: string; blobId: string },
  range: ByteRange,
) => Promise<Readable>

export function createReadContent(contents: ContentReader): ReadContent {
  return async ({ driveId, blobId }, range) =>
    exactLength(await contents.read(driveId, blobId, range), range.end - range.start + 1)
}
