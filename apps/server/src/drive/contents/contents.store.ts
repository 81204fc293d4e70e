import type { ExpressionBuilder } from 'kysely'
import type { Reader, Writer } from '../../db/database.ts'
import { createPreparedInsert, createPreparedQuery } from '../../db/prepared-query.ts'
import type { BlobRow, Tables, VersionRow } from '../../db/tables.ts'

export const blobInsert = createPreparedInsert('blobs', [
  'drive_id',
  'id',
  'size',
  'hash',
  'refs',
  'draft',
  'created_at',
  'unused_since',
])

export const smallContentInsert = createPreparedInsert('small_contents', [
  'drive_id',
  'blob_id',
  'bytes',
])

const VERSION_COLUMNS = [
  'drive_id',
  'id',
  'node_id',
  'blob_id',
  'size',
  'hash',
  'created_at',
  'name',
  'created_by',
] as const

export const versionInsert = createPreparedInsert('versions', VERSION_COLUMNS)

export const smallContentOf = createPreparedQuery(
  'small_content_of',
  ['driveId', 'blobId'],
  (reader, { driveId, blobId }) =>
    reader
      .selectFrom('small_contents')
      .select('bytes')
      .where('drive_id', '=', driveId)
      .where('blob_id', '=', blobId),
)

export async function insertBlob(writer: Writer, row: BlobRow): Promise<void> {
  await writer.insertInto('blobs').values(row).execute()
}

export async function insertVersion(writer: Writer, row: VersionRow): Promise<void> {
  await writer.insertInto('versions').values(row).execute()
}

/** What lies in rows, in all drives. */
export async function weighSmallContents(
  reader: Reader,
): Promise<{ contents: number; bytes: number }> {
  const { contents, bytes } = await reader
    .selectFrom('blobs')
    .select((blob) => [
      blob.fn.countAll<number>().as('contents'),
      blob.fn.coalesce(blob.fn.sum<number>('size'), blob.lit(0)).as('bytes'),
    ])
    .where('draft', '=', '')
    .executeTakeFirstOrThrow()
  return { contents: Number(contents), bytes: Number(bytes) }
}

export function findBlob(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<BlobRow | undefined> {
  return reader
    .selectFrom('blobs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findBlobs(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<BlobRow[]> {
  return reader
    .selectFrom('blobs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

/** The bytes of those that lie in rows. */
export function listSmallContents(
  reader: Reader,
  driveId: string,
  blobIds: readonly string[],
): Promise<{ blob_id: string; bytes: Uint8Array }[]> {
  return reader
    .selectFrom('small_contents')
    .select(['blob_id', 'bytes'])
    .where('drive_id', '=', driveId)
    .where('blob_id', 'in', blobIds)
    .execute()
}

export function findUsedBlobByHash(
  reader: Reader,
  driveId: string,
  content: { hash: string; size: number },
): Promise<BlobRow | undefined> {
  return reader
    .selectFrom('blobs')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('hash', '=', content.hash)
    .where('size', '=', content.size)
    .where('refs', '>', 0)
    .limit(1)
    .executeTakeFirst()
}

/** In whatever drive, as long as a version keeps it; what lies in rows is not looked for. */
export async function findStoredBlob(
  reader: Reader,
  content: { hash: string; size: number },
): Promise<{ id: string; hash: string } | undefined> {
  const blob = await reader
    .selectFrom('blobs')
    .select('id')
    .where('hash', '=', content.hash)
    .where('size', '=', content.size)
    .where('refs', '>', 0)
    .where('draft', '!=', '')
    .limit(1)
    .executeTakeFirst()
  return blob && { id: blob.id, hash: content.hash }
}

export async function findVersion(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<VersionRow | undefined> {
  const [version] = await reader.run(versionById, { driveId, id })
  return version
}

/** Every download begins with it. */
const versionById = createPreparedQuery(
  'version_by_id',
  ['driveId', 'id'],
  (reader, { driveId, id }) =>
    reader
      .selectFrom('versions')
      .select(VERSION_COLUMNS)
      .where('drive_id', '=', driveId)
      .where('id', '=', id),
)

/** Those that one key has made. */
/** Their ids are from the one to before the other. */
export function findVersionsBetween(
  reader: Reader,
  driveId: string,
  [from, to]: readonly [string, string],
): Promise<Pick<VersionRow, 'id' | 'node_id'>[]> {
  return reader
    .selectFrom('versions')
    .select(['id', 'node_id'])
    .where('drive_id', '=', driveId)
    .where('id', '>=', from)
    .where('id', '<', to)
    .execute()
}

/** One more version points to the blob. False when the blob is gone or holds something else. */
export async function addReference(
  writer: Writer,
  driveId: string,
  id: string,
  hash: string,
): Promise<boolean> {
  const updated = await writer
    .updateTable('blobs')
    .set((blob) => ({ hash, refs: blob('refs', '+', 1), unused_since: null }))
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where((blob) => blob.or([blob('hash', 'is', null), blob('hash', '=', hash)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Some of the versions of some files, with what they held. */
export async function deleteVersions(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
  limit: number,
): Promise<Pick<VersionRow, 'blob_id' | 'size'>[]> {
  return writer
    .deleteFrom('versions')
    .where('drive_id', '=', driveId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('versions')
        .select('id')
        .where('drive_id', '=', driveId)
        .where('node_id', 'in', nodeIds)
        .limit(limit),
    )
    .returning(['blob_id', 'size'])
    .execute()
}

/** These versions, but for those that are gone already. */
export async function deleteVersionsById(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
): Promise<Pick<VersionRow, 'blob_id' | 'size'>[]> {
  return writer
    .deleteFrom('versions')
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .returning(['blob_id', 'size'])
    .execute()
}

export async function listNodesWithVersions(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('versions')
    .select('node_id')
    .distinct()
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .execute()
  return new Set(rows.map(({ node_id }) => node_id))
}

/** So many versions fewer point to each of these; what nobody needs any more waits for collection. */
export async function subtractReferences(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
  { count, now }: { count: number; now: number },
): Promise<void> {
  await writer
    .updateTable('blobs')
    .set((blob) => ({
      refs: blob('refs', '-', count),
      unused_since: blob.case().when('refs', '=', count).then(now).else(null).end(),
    }))
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

export async function addReferences(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
  count: number,
): Promise<void> {
  await writer
    .updateTable('blobs')
    .set((blob) => ({ refs: blob('refs', '+', count), unused_since: null }))
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

export function listVersions(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<VersionRow[]> {
  return reader
    .selectFrom('versions')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}

export async function insertVersions(writer: Writer, rows: readonly VersionRow[]): Promise<void> {
  await writer.insertInto('versions').values(rows).execute()
}

export async function updateDraft(
  writer: Writer,
  driveId: string,
  { id, size, draft }: Pick<BlobRow, 'id' | 'size' | 'draft'>,
): Promise<void> {
  await writer
    .updateTable('blobs')
    .set({ size, draft })
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where('hash', 'is', null)
    .execute()
}

/** Removes the row of a blob that never became content; whoever gets `true` removes its bytes. */
export async function deleteDraft(writer: Writer, driveId: string, id: string): Promise<boolean> {
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where('hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export function listUnused(
  reader: Reader,
  before: number,
  limit: number,
): Promise<Pick<BlobRow, 'drive_id' | 'id'>[]> {
  return reader
    .selectFrom('blobs')
    .select(['drive_id', 'id'])
    .where('unused_since', '<', before)
    .where('refs', '=', 0)
    .where(isNotUploadedOnto)
    .limit(limit)
    .execute()
}

/**
 * Looks again in the same statement: since it was listed, a version may have come to use it. What lies
 * in a row goes with it, and so do its thumbnails. Gives all that went.
 */
export async function deleteUnused(
  writer: Writer,
  blob: Pick<BlobRow, 'drive_id' | 'id'>,
  before: number,
): Promise<Pick<BlobRow, 'id' | 'draft'>[]> {
  const thumbnails = await writer
    .selectFrom('thumbnails')
    .select('picture_id')
    .where('drive_id', '=', blob.drive_id)
    .where('blob_id', '=', blob.id)
    .execute()
  const deleted = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', blob.drive_id)
    .where('id', '=', blob.id)
    .where('unused_since', '<', before)
    .where('refs', '=', 0)
    .where(isNotUploadedOnto)
    .returning(['id', 'draft'])
    .executeTakeFirst()
  if (!deleted) return []
  const pictures = thumbnails.map(({ picture_id }) => picture_id)
  if (pictures.length === 0) return [deleted]
  const gone = await writer
    .deleteFrom('blobs')
    .where('drive_id', '=', blob.drive_id)
    .where('id', 'in', pictures)
    .returning(['id', 'draft'])
    .execute()
  return [deleted, ...gone]
}

export async function listKnownIds(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader.selectFrom('blobs').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Contents whose hash is older than BLAKE3, in its order; both sides of `b3:` are ranges of one index. */
export async function listHashedBefore(
  reader: Reader,
  after: string,
  limit: number,
): Promise<(Pick<BlobRow, 'drive_id' | 'id' | 'size'> & { hash: string })[]> {
  const between = (from: string, to: string, limit: number) =>
    reader
      .selectFrom('blobs')
      .select(['drive_id', 'id', 'size', 'hash'])
      .where('hash', '>', from > after ? from : after)
      .where('hash', '<', to)
      .orderBy('hash')
      .limit(limit)
      .$narrowType<{ hash: string }>()
      .execute()
  const first = await between('', 'b3:', limit)
  if (first.length === limit) return first
  return [...first, ...(await between('b3;', 'g', limit - first.length))]
}

/** Unless it was replaced or removed meanwhile. */
export async function replaceHash(
  writer: Writer,
  blob: Pick<BlobRow, 'drive_id' | 'id' | 'hash'>,
  hash: string,
): Promise<void> {
  await writer
    .updateTable('blobs')
    .set({ hash })
    .where('drive_id', '=', blob.drive_id)
    .where('id', '=', blob.id)
    .where('hash', '=', blob.hash)
    .execute()
}

/** An upload of content that the drive has already keeps that content. */
function isNotUploadedOnto(blobs: ExpressionBuilder<Tables, 'blobs'>) {
  const uploads = blobs
    .selectFrom('uploads')
    .select('uploads.id')
    .whereRef('uploads.drive_id', '=', 'blobs.drive_id')
    .whereRef('uploads.blob_id', '=', 'blobs.id')
  return blobs.not(blobs.exists(uploads))
}
