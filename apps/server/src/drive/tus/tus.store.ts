import type { Reader, Writer } from '../../db/database.ts'
import type { TusPieceRow, TusUploadRow, UploadRow } from '../../db/tables.ts'

/** An upload of a tus client: the session, and what tus adds to it. */
export type TusUpload = Pick<
  UploadRow,
  | 'drive_id'
  | 'id'
  | 'size'
  | 'blob_id'
  | 'blocks_per_put'
  | 'missing'
  | 'expires_at'
  | 'committed_node_id'
  | 'created_by'
  | 'reserved'
> &
  Pick<TusUploadRow, 'kind' | 'conflict' | 'metadata' | 'partial_ids'>

type UploadKey = Pick<TusUpload, 'drive_id' | 'id'>

export async function insertTusUpload(writer: Writer, row: TusUploadRow): Promise<void> {
  await writer.insertInto('tus_uploads').values(row).execute()
}

/** Also one that has expired: who asks for it is told so for as long as it is there. */
export function findTusUpload(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<TusUpload | undefined> {
  return tusUploads(reader)
    .where('uploads.drive_id', '=', driveId)
    .where('uploads.id', '=', id)
    .executeTakeFirst()
}

/** Those that are to be joined from others and are not yet. */
export function listUnjoined(
  reader: Reader,
  { after, now, limit }: { after: UploadKey; now: number; limit: number },
): Promise<TusUpload[]> {
  return tusUploads(reader)
    .where('tus_uploads.kind', '=', 'final')
    .where((upload) =>
      upload(
        upload.refTuple('tus_uploads.drive_id', 'tus_uploads.upload_id'),
        '>',
        upload.tuple(after.drive_id, after.id),
      ),
    )
    .where('uploads.committed_node_id', 'is', null)
    .where('uploads.expires_at', '>', now)
    .orderBy('tus_uploads.drive_id')
    .orderBy('tus_uploads.upload_id')
    .limit(limit)
    .execute()
}

function joinedUploads(reader: Reader) {
  return reader
    .selectFrom('tus_uploads')
    .innerJoin('uploads', (join) =>
      join
        .onRef('uploads.drive_id', '=', 'tus_uploads.drive_id')
        .onRef('uploads.id', '=', 'tus_uploads.upload_id'),
    )
}

function tusUploads(reader: Reader) {
  return joinedUploads(reader).select([
    'uploads.drive_id',
    'uploads.id',
    'uploads.size',
    'uploads.blob_id',
    'uploads.blocks_per_put',
    'uploads.missing',
    'uploads.expires_at',
    'uploads.committed_node_id',
    'uploads.created_by',
    'uploads.reserved',
    'tus_uploads.kind',
    'tus_uploads.conflict',
    'tus_uploads.metadata',
    'tus_uploads.partial_ids',
  ])
}

/** How many of a drive are to be joined and are not yet. */
export async function countUnjoined(reader: Reader, driveId: string, now: number): Promise<number> {
  const { count } = await joinedUploads(reader)
    .select((upload) => upload.fn.countAll<number>().as('count'))
    .where('tus_uploads.drive_id', '=', driveId)
    .where('tus_uploads.kind', '=', 'final')
    .where('uploads.committed_node_id', 'is', null)
    .where('uploads.expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks open uploads and puts off their end; gives how many of them there are. */
export async function renewUploads(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
  expiresAt: number,
): Promise<number> {
  const renewed = await writer
    .updateTable('uploads')
    .set({ expires_at: expiresAt })
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .where('committed_node_id', 'is', null)
    .returning('id')
    .execute()
  return renewed.length
}

/** How many bytes of pieces lie from here on. */
export async function sumPieces(reader: Reader, upload: UploadKey, from: number): Promise<number> {
  const row = await reader
    .selectFrom('tus_pieces')
    .select((piece) => piece.fn.sum<number | null>('size').as('bytes'))
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('start', '>=', from)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

export function listPieces(
  reader: Reader,
  upload: UploadKey,
  from: number,
): Promise<Pick<TusPieceRow, 'start' | 'bytes'>[]> {
  return reader
    .selectFrom('tus_pieces')
    .select(['start', 'bytes'])
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('start', '>=', from)
    .orderBy('start')
    .execute()
}

export async function insertPiece(writer: Writer, row: TusPieceRow): Promise<void> {
  await writer.insertInto('tus_pieces').values(row).execute()
}

/** What lies in the blob by now. */
export async function deletePieces(
  writer: Writer,
  upload: UploadKey,
  before: number,
): Promise<void> {
  await writer
    .deleteFrom('tus_pieces')
    .where('drive_id', '=', upload.drive_id)
    .where('upload_id', '=', upload.id)
    .where('start', '<', before)
    .execute()
}
