import { Readable } from 'node:stream'
import { BLOCK_BYTES, MAX_REQUEST_BYTES } from '@awan/protocol'
import type { Access } from '../access/access.ts'
import { readParts, sealParts } from '../uploads/read-parts.ts'
import { parseIds } from './concat.ts'
import { renewUploads, type TusUpload } from './tus.store.ts'
import type { TusParts } from './tus-parts.ts'
import { readState, storedBytes } from './tus-state.ts'

/**
 * Makes a final upload of its parts and the file of it. It goes on where it was left, whoever left it
 * there: the blocks that are stored say how far it is. The parts go when the file is there. Stopped, it leaves
 * the rest to whoever comes next.
 */
export async function joinPartials(
  parts: TusParts,
  access: Access,
  final: TusUpload,
  stop: AbortSignal,
): Promise<void> {
  const { drives, uploads, clock } = parts
  const { id } = final
  const ids = parseIds(final.partial_ids)
  const read = (uploadId: string) =>
    drives.read(access, (reader, drive) => readState(reader, drive, uploadId, clock.now()))
  let { upload } = await read(id)
  if (upload.committed_node_id === null) {
    const partials: TusUpload[] = []
    for (const partialId of ids) partials.push((await read(partialId)).upload)
    await sealParts(parts, partials)
    while (upload.missing !== '[]') {
      if (stop.aborted) return
      await copy(parts, access, upload, partials, storedBytes(upload))
      upload = (await read(id)).upload
    }
    await uploads.commit(access, id, upload.conflict, { madeOf: ids })
  }
  for (const partialId of new Set(ids)) await uploads.abort(access, partialId)
}

/** The next bytes, as many as one request of blocks carries. */
async function copy(
  parts: TusParts,
  access: Access,
  final: TusUpload,
  partials: readonly TusUpload[],
  from: number,
): Promise<void> {
  const unitBytes = final.blocks_per_put * BLOCK_BYTES
  const end = Math.min(final.size, from + MAX_REQUEST_BYTES - (MAX_REQUEST_BYTES % unitBytes))
  const bytes = Readable.from(readParts(parts.blobs, partials, from, end), { objectMode: false })
  // When storing fails, the rest is read and dropped, and nobody is left to hear of its errors.
  bytes.on('error', () => {})
  await parts.uploads.receive(access, final.id, {
    first: from / BLOCK_BYTES,
    bytes,
    sizeBytes: end - from,
    hashes: undefined,
  })
  const { db, clock, uploadTtlMs } = parts
  await db.write((writer) =>
    renewUploads(
      writer,
      final.drive_id,
      partials.map(({ id }) => id),
      clock.now() + uploadTtlMs,
    ),
  )
}
