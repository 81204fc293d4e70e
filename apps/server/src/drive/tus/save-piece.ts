import { BLOCK_BYTES } from '@awan/protocol'
import { insertPiece, renewUploads, type TusUpload } from './tus.store.ts'
import type { TusParts } from './tus-parts.ts'
import { readStateAgain, unknownTusUpload, wrongOffset } from './tus-state.ts'
import type { Unit } from './unit-cutter.ts'

/** Keeps the beginning of a unit, in rows that are not larger than a block. */
export async function savePiece(
  { db, clock, uploadTtlMs }: TusParts,
  upload: TusUpload,
  { start, heldBytes, chunks }: Unit,
): Promise<void> {
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) return
  await db.write(async (writer) => {
    // The lock on the upload keeps another process waiting that has bytes for the same place.
    const expiresAt = clock.now() + uploadTtlMs
    const found = await renewUploads(writer, upload.drive_id, [upload.id], expiresAt)
    if (found === 0) throw unknownTusUpload()
    const { offset } = await readStateAgain(writer, upload, clock.now())
    if (offset !== start + heldBytes) throw wrongOffset(offset)
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const piece = bytes.subarray(at, at + BLOCK_BYTES)
      await insertPiece(writer, {
        drive_id: upload.drive_id,
        upload_id: upload.id,
        start: offset + at,
        size: piece.length,
        bytes: piece,
      })
    }
  })
}
