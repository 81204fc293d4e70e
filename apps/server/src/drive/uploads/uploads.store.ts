import { toNamedHash } from '@awan/protocol'
import type { Reader, Writer } from '../../db/database.ts'
import type { UploadBlockRow, UploadRow } from '../../db/tables.ts'

/** The announced hashes can be long; they are read only piece by piece. */
export type Upload = Omit<UploadRow, 'announced_hashes'>

const columns = [
  'drive_id',
  'id',
  'parent_id',
  'name',
  'size',
  'mime_type',
  'modified_at',
  'blob_id',
  'blocks_per_put',
  'reserved',
  'hash_algorithm',
  'missing',
  'created_at',
  'expires_at',
  'committed_node_id',
  'created_by',
  'part_of',
] as const satisfies (keyof Upload)[]

export async function insertUpload(writer: Writer, row: UploadRow): Promise<void> {
  await writer.insertInto('uploads').values(row).execute()
}

export function findUpload(
  reader: Reader,
  driveId: string,
  id: string,
  now: number,
): Promise<Upload | undefined> {
  return reader
    .selectFrom('uploads')
    .select(columns)
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Of several that one key could have begun, there is one at most; it may be over. */
export function findUploadByPrefix(
  reader: Reader,
  driveId: string,
  prefix: string,
): Promise<Pick<Upload, 'id'> | undefined> {
  return reader
    .selectFrom('uploads')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}~`)
    .limit(1)
    .executeTakeFirst()
}

/** The hashes that were announced for some blocks; undefined when none were announced. */
export async function findAnnouncedHashes(
  reader: Reader,
  upload: Upload,
  first: number,
  count: number,
): Promise<string[] | undefined> {
  const length = HASH_LENGTHS[upload.hash_algorithm]
  const row = await reader
    .selectFrom('uploads')
    .select((uploads) =>
      uploads
        .fn<string | null>('substr', [
          'announced_hashes',
          uploads.lit(first * length + 1),
          uploads.lit(count * length),
        ])
        .as('hashes'),
    )
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .executeTakeFirst()
  return row?.hashes?.match(new RegExp(`.{${length}}`, 'g')) ?? undefined
}

/** Locks an open upload, puts off its end, and gives what it still lacks. */
export async function renewUpload(
  writer: Writer,
  upload: Upload,
  expiresAt: number,
): Promise<string | undefined> {
  const renewed = await writer
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .where('committed_node_id', 'is', null)
    .returning('missing')
    .executeTakeFirst()
  return renewed?.missing
}

export async function updateMissing(
  writer: Writer,
  upload: Upload,
  missing: string,
): Promise<void> {
  await writer
    .updateTable('uploads')
    .set({ missing })
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .execute()
}

export async function resizeUpload(
  writer: Writer,
  upload: Upload,
  { size, missing, reserved }: Pick<Upload, 'size' | 'missing' | 'reserved'>,
): Promise<void> {
  await writer
    .updateTable('uploads')
    .set({ size, missing, reserved })
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .execute()
}

/** The upload lacks nothing any more: it is onto a content that is complete. */
export async function uploadOnto(writer: Writer, upload: Upload, blobId: string): Promise<void> {
  await writer
    .updateTable('uploads')
    .set({ blob_id: blobId, missing: '[]', announced_hashes: null })
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .execute()
}

/** Gives the numbers of the blocks that were not there before. */
export async function insertBlocks(
  writer: Writer,
  rows: readonly UploadBlockRow[],
): Promise<Set<number>> {
  const inserted = await writer
    .insertInto('upload_blocks')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['drive_id', 'upload_id', 'block']).doNothing())
    .returning('block')
    .execute()
  return new Set(inserted.map(({ block }) => block))
}

export function listBlocks(
  reader: Reader,
  upload: Upload,
  first: number,
  last: number,
): Promise<Pick<UploadBlockRow, 'block' | 'hash'>[]> {
  return reader
    .selectFrom('upload_blocks')
    .select(['block', 'hash'])
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('block', '>=', first)
    .where('block', '<=', last)
    .orderBy('block')
    .execute()
}

export async function deleteBlocks(
  writer: Writer,
  upload: Pick<Upload, 'drive_id' | 'id'>,
  first: number,
  last: number,
): Promise<void> {
  await writer
    .deleteFrom('upload_blocks')
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('block', '>=', first)
    .where('block', '<=', last)
    .execute()
}

export async function markCommitted(
  writer: Writer,
  upload: Upload,
  nodeId: string,
  expiresAt: number,
): Promise<void> {
  await writer
    .updateTable('uploads')
    .set({ committed_node_id: nodeId, expires_at: expiresAt, announced_hashes: null, reserved: 0 })
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .execute()
}

/** Takes from open uploads what they were promised, and gives how much that was. */
export async function takeReserved(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const promised = await writer
    .selectFrom('uploads')
    .select((upload) => upload.fn.sum<number | null>('reserved').as('bytes'))
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .executeTakeFirst()
  await writer
    .updateTable('uploads')
    .set({ reserved: 0 })
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
  return Number(promised?.bytes ?? 0)
}

/** Makes open uploads parts of another one, but for those that are parts of another; gives how many. */
export async function claimParts(
  writer: Writer,
  whole: Pick<Upload, 'drive_id' | 'id'>,
  ids: readonly string[],
): Promise<number> {
  const claimed = await writer
    .updateTable('uploads')
    .set({ part_of: whole.id })
    .where('drive_id', '=', whole.drive_id)
    .where('id', 'in', ids)
    .where('committed_node_id', 'is', null)
    .where((upload) =>
      upload.not(
        upload.exists(
          upload
            .selectFrom('uploads as whole')
            .select('whole.id')
            .whereRef('whole.drive_id', '=', 'uploads.drive_id')
            .whereRef('whole.id', '=', 'uploads.part_of'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return claimed.length
}

/** Whether an upload that is not a file yet is made of this one. */
export async function isPartOfOpen(
  reader: Reader,
  upload: Pick<Upload, 'drive_id' | 'id'>,
): Promise<boolean> {
  const whole = await reader
    .selectFrom('uploads as part')
    .innerJoin('uploads as whole', (join) =>
      join.onRef('whole.drive_id', '=', 'part.drive_id').onRef('whole.id', '=', 'part.part_of'),
    )
    .select('whole.id')
    .where('part.drive_id', '=', upload.drive_id)
    .where('part.id', '=', upload.id)
    .where('whole.committed_node_id', 'is', null)
    .executeTakeFirst()
  return whole !== undefined
}

/** The uploads that are no files yet and are made of some of these. */
export async function listOpenWholes(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const rows = await reader
      .selectFrom('uploads as part')
      .innerJoin('uploads as whole', (join) =>
        join.onRef('whole.drive_id', '=', 'part.drive_id').onRef('whole.id', '=', 'part.part_of'),
      )
      .select('whole.id')
      .distinct()
      .where('part.drive_id', '=', driveId)
      .where('part.id', 'in', ids.slice(at, at + IDS_AT_ONCE))
      .where('whole.committed_node_id', 'is', null)
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}

const IDS_AT_ONCE = 500

/** Its blocks go with it. */
export function deleteUpload(
  writer: Writer,
  upload: Pick<Upload, 'drive_id' | 'id'>,
  expiredBy = Number.MAX_SAFE_INTEGER,
): Promise<Pick<Upload, 'blob_id' | 'reserved'> | undefined> {
  return writer
    .deleteFrom('uploads')
    .where('drive_id', '=', upload.drive_id)
    .where('id', '=', upload.id)
    .where('expires_at', '<=', expiredBy)
    .returning(['blob_id', 'reserved'])
    .executeTakeFirst()
}

export function listExpired(
  reader: Reader,
  now: number,
  limit: number,
): Promise<Pick<Upload, 'drive_id' | 'id'>[]> {
  return reader
    .selectFrom('uploads')
    .select(['drive_id', 'id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** How many of a drive, or by one of its links, are no files yet; it need count no further than to a number. */
export async function countOpenUploads(
  reader: Reader,
  { driveId, grantId }: { driveId: string; grantId?: string },
  { most, now }: { most: number; now: number },
): Promise<number> {
  const prefix = `link:${grantId}:`
  const some = reader
    .selectFrom('uploads')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('committed_node_id', 'is', null)
    .where('expires_at', '>', now)
    .$if(grantId !== undefined, (all) =>
      all.where('created_by', '>=', prefix).where('created_by', '<', `${prefix}~`),
    )
    .limit(most)
  const { count } = await reader
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Bytes that are on their way by a link and not yet files; parts count with what is made of them. */
export async function sumOpenUploads(
  reader: Reader,
  { drive_id, grant_id }: { drive_id: string; grant_id: string },
  now: number,
): Promise<number> {
  const prefix = `link:${grant_id}:`
  const { bytes } = await reader
    .selectFrom('uploads')
    .select((upload) => upload.fn.sum<number | null>('size').as('bytes'))
    .where('drive_id', '=', drive_id)
    .where('created_by', '>=', prefix)
    .where('created_by', '<', `${prefix}~`)
    .where('committed_node_id', 'is', null)
    .where((upload) =>
      upload.or([
        upload('part_of', 'is', null),
        // What it was to be a part of has ended without it.
        upload.not(
          upload.exists(
            upload
              .selectFrom('uploads as whole')
              .select('whole.id')
              .whereRef('whole.drive_id', '=', 'uploads.drive_id')
              .whereRef('whole.id', '=', 'uploads.part_of')
              .where('whole.committed_node_id', 'is', null),
          ),
        ),
      ]),
    )
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

const DIGITS = '0'.repeat(64)
const HASH_LENGTHS = {
  b3: toNamedHash('b3', DIGITS).length,
  sha256: toNamedHash('sha256', DIGITS).length,
}
