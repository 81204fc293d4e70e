import { Readable } from 'node:stream'
import { checkRange } from '../../blobs/blob-rules.ts'
import type { BlobStore, ByteRange } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import { smallContentOf } from './contents.store.ts'

/** Knows where the bytes of a content lie, so that nobody else has to. */
export interface ContentReader {
  /**
   * Throws `not_found` for content that is not there or not complete, `out_of_range` for a range beyond
   * its end. Not to be called inside of database work. The stream is read to its end or destroyed.
   */
  read(driveId: string, blobId: string, range?: ByteRange): Promise<Readable>
  /** All bytes of a content that is kept in a row; undefined for any other. */
  readSmall(driveId: string, blobId: string): Promise<Uint8Array | undefined>
}

export function createContentReader({
  db,
  blobs,
}: {
  db: Database
  blobs: BlobStore
}): ContentReader {
  return {
    async read(driveId, blobId, range) {
      // The row is asked for every content: it is found or not in less time than a file is opened.
      const row = await db.readOne(smallContentOf, { driveId, blobId })
      return row ? streamOf(row.bytes, range) : blobs.read(blobId, range)
    },

    readSmall: async (driveId, blobId) =>
      (await db.readOne(smallContentOf, { driveId, blobId }))?.bytes,
  }
}

function streamOf(bytes: Uint8Array, range: ByteRange | undefined): Readable {
  if (range) checkRange(range, bytes.length)
  const asked = range ? bytes.subarray(range.start, range.end + 1) : bytes
  return Readable.from(asked.length > 0 ? [asked] : [], { objectMode: false })
}
