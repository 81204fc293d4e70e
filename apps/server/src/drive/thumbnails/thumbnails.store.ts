import { sql } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import type { BlobRow, NodeRow, ThumbnailJobRow, ThumbnailRow } from '../../db/tables.ts'

export type JobKey = Pick<ThumbnailJobRow, 'drive_id' | 'blob_id'>

/** What was ordered before stays as it is. */
export async function insertJob(writer: Writer, row: ThumbnailJobRow): Promise<void> {
  await writer
    .insertInto('thumbnail_jobs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['drive_id', 'blob_id']).doNothing())
    .execute()
}

export function findJob(
  reader: Reader,
  { drive_id, blob_id }: JobKey,
): Promise<ThumbnailJobRow | undefined> {
  return reader
    .selectFrom('thumbnail_jobs')
    .selectAll()
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .executeTakeFirst()
}

/** The picture's own blob. */
export function findPicture(
  reader: Reader,
  { drive_id, blob_id }: JobKey,
  size: number,
): Promise<BlobRow | undefined> {
  return reader
    .selectFrom('thumbnails')
    .innerJoin('blobs', (join) =>
      join
        .onRef('blobs.drive_id', '=', 'thumbnails.drive_id')
        .onRef('blobs.id', '=', 'thumbnails.picture_id'),
    )
    .selectAll('blobs')
    .where('thumbnails.drive_id', '=', drive_id)
    .where('thumbnails.blob_id', '=', blob_id)
    .where('thumbnails.size', '=', size)
    .executeTakeFirst()
}

export async function hasPictures(reader: Reader, { drive_id, blob_id }: JobKey): Promise<boolean> {
  const found = await reader
    .selectFrom('thumbnails')
    .select('size')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Those of some versions of which nobody can make a picture. */
export async function listFailedVersions(
  reader: Reader,
  driveId: string,
  versionIds: readonly string[],
): Promise<Set<string>> {
  if (versionIds.length === 0) return new Set()
  const rows = await reader
    .selectFrom('versions')
    .innerJoin('thumbnail_jobs', (join) =>
      join
        .onRef('thumbnail_jobs.drive_id', '=', 'versions.drive_id')
        .onRef('thumbnail_jobs.blob_id', '=', 'versions.blob_id'),
    )
    .select('versions.id')
    .where('versions.drive_id', '=', driveId)
    .where('versions.id', 'in', versionIds)
    .where('thumbnail_jobs.state', '=', 'failed')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Jobs that nobody works on, those that wait longest first. */
export function listFree(reader: Reader, now: number, limit: number): Promise<JobKey[]> {
  return freeQuery(reader, now).limit(limit).execute()
}

export function freeQuery(reader: Reader, now: number) {
  return (
    reader
      .selectFrom('thumbnail_jobs')
      .select(['drive_id', 'blob_id'])
      // Not as a parameter: SQLite would not know that the index of those that wait holds them all.
      .where('state', '=', sql.lit('waiting' as const))
      .where('leased_until', '<=', now)
      .orderBy('leased_until')
      .orderBy('created_at')
  )
}

/** Undefined when another process was faster: the condition is part of the update. */
export function takeJob(
  writer: Writer,
  { drive_id, blob_id }: JobKey,
  lease: { now: number; until: number },
): Promise<ThumbnailJobRow | undefined> {
  return writer
    .updateTable('thumbnail_jobs')
    .set((job) => ({ leased_until: lease.until, attempts: job('attempts', '+', 1) }))
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .where('state', '=', 'waiting')
    .where('leased_until', '<=', lease.now)
    .returningAll()
    .executeTakeFirst()
}

/** False for a job that is gone with its content, or that another process has taken over. */
export async function changeJob(
  writer: Writer,
  job: ThumbnailJobRow,
  change: Partial<
    Pick<
      ThumbnailJobRow,
      'state' | 'problem' | 'leased_until' | 'attempts' | 'taken_at' | 'picture'
    >
  >,
): Promise<boolean> {
  const changed = await writer
    .updateTable('thumbnail_jobs')
    .set(change)
    .where('drive_id', '=', job.drive_id)
    .where('blob_id', '=', job.blob_id)
    .where('leased_until', '=', job.leased_until)
    .returning('blob_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** It has its thumbnails, of a time when nobody asked what its camera wrote; nothing if somebody was faster. */
export async function reopenJob(writer: Writer, { drive_id, blob_id }: JobKey): Promise<void> {
  await writer
    .updateTable('thumbnail_jobs')
    .set({ state: 'waiting', attempts: 0, leased_until: 0 })
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .where('state', '=', 'made')
    .where('picture', 'is', null)
    .execute()
}

export async function deleteJob(writer: Writer, { drive_id, blob_id }: JobKey): Promise<void> {
  await writer
    .deleteFrom('thumbnail_jobs')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .execute()
}

/** Gives the ids of the pictures, for their bytes are to be removed next. */
export async function deleteThumbnails(
  writer: Writer,
  { drive_id, blob_id }: JobKey,
): Promise<string[]> {
  const rows = await writer
    .deleteFrom('thumbnails')
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .returning('picture_id')
    .execute()
  const ids = rows.map(({ picture_id }) => picture_id)
  if (ids.length > 0) {
    await writer
      .deleteFrom('blobs')
      .where('drive_id', '=', drive_id)
      .where('id', 'in', ids)
      .execute()
  }
  return ids
}

export async function insertThumbnails(
  writer: Writer,
  blobs: readonly BlobRow[],
  rows: readonly ThumbnailRow[],
): Promise<void> {
  if (rows.length === 0) return
  await writer.insertInto('blobs').values(blobs).execute()
  await writer.insertInto('thumbnails').values(rows).execute()
}

export type PhotoColumns = Pick<NodeRow, 'taken_at' | 'aspect' | 'duration_ms' | 'camera'>

/** What the camera says of a content stands beside every file that shows it. */
export async function setPhotoColumns(
  writer: Writer,
  { drive_id, blob_id }: JobKey,
  columns: PhotoColumns,
): Promise<void> {
  if (Object.values(columns).every((value) => value === null)) return
  const shown = await writer
    .selectFrom('versions')
    .select(['node_id', 'id'])
    .where('drive_id', '=', drive_id)
    .where('blob_id', '=', blob_id)
    .execute()
  for (const { node_id, id } of shown) {
    await writer
      .updateTable('nodes')
      .set(columns)
      .where('drive_id', '=', drive_id)
      .where('id', '=', node_id)
      .where('version_id', '=', id)
      .execute()
  }
}
