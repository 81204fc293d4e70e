import { BLOCK_BYTES } from '@awan/protocol'
import type { PictureFacts } from '@awan/protocol/drive'
import type { BlobDraft, BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { BlobRow, ThumbnailJobRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { hashBlock } from '../contents/block-hash.ts'
import { hashOfBlocks } from '../contents/content-hash.ts'
import type { Picture } from './make-pictures.ts'
import { toPhotoColumns } from './photo-columns.ts'
import { changeJob, insertThumbnails, setPhotoColumns } from './thumbnails.store.ts'

/** No version points to a picture: it goes with the content that it shows, and never before. */
const WITH_ITS_CONTENT = Number.MAX_SAFE_INTEGER

export interface KeepParts {
  db: Database
  blobs: BlobStore
  clock: Clock
  random: Random
}

/** Bytes first, rows second: a kill in between leaves blobs that no row speaks of, which are collected. */
export async function keepPictures(
  parts: KeepParts,
  job: ThumbnailJobRow,
  {
    pictures,
    takenAt,
    facts,
    problem = null,
  }: {
    pictures: readonly Picture[]
    takenAt: number | undefined
    facts: PictureFacts | undefined
    /** Why there are no pictures, and never will be. */
    problem?: string | null | undefined
  },
): Promise<void> {
  const { db, blobs } = parts
  const kept: { size: number; blob: BlobRow }[] = []
  for (const { size, bytes } of pictures) {
    kept.push({ size, blob: await writePicture(parts, job.drive_id, bytes) })
  }
  const isNoted = await db.write(async (writer) => {
    const change = {
      state: problem === null ? 'made' : 'failed',
      problem,
      taken_at: takenAt ?? null,
      picture: facts === undefined ? null : JSON.stringify(facts),
    } as const
    if (!(await changeJob(writer, job, change))) return false
    await setPhotoColumns(writer, job, toPhotoColumns({ takenAt, facts }))
    await insertThumbnails(
      writer,
      kept.map(({ blob }) => blob),
      kept.map(({ size, blob }) => ({
        drive_id: job.drive_id,
        blob_id: job.blob_id,
        size,
        picture_id: blob.id,
      })),
    )
    return true
  })
  if (isNoted) return
  for (const { blob } of kept) await blobs.delete(blob.id)
}

async function writePicture(
  { blobs, clock, random }: KeepParts,
  driveId: string,
  bytes: Buffer,
): Promise<BlobRow> {
  const now = clock.now()
  const draft = await blobs.create(createId(random, now), bytes.length)
  await writeAll(blobs, draft, bytes)
  await blobs.seal(draft)
  return {
    drive_id: driveId,
    id: draft.id,
    size: bytes.length,
    hash: hashOf(bytes),
    refs: 0,
    draft: JSON.stringify(draft),
    created_at: now,
    unused_since: WITH_ITS_CONTENT,
  }
}

async function writeAll(blobs: BlobStore, draft: BlobDraft, bytes: Buffer): Promise<void> {
  await using writer = await blobs.writeAt(draft, 0)
  await writer.append(bytes)
  await writer.flush()
}

function hashOf(bytes: Buffer): string {
  const hashes: string[] = []
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    hashes.push(hashBlock(bytes.subarray(at, at + BLOCK_BYTES)))
  }
  return hashOfBlocks(hashes)
}
