import type { Reader, Writer } from '../../db/database.ts'
import type { ChunkFolderRow, ChunkRow, UploadRow } from '../../db/tables.ts'

export type ChunkFolderKey = Pick<ChunkFolderRow, 'person_sub' | 'name'>

/** A piece with where its bytes are. */
export type Chunk = ChunkRow & Pick<UploadRow, 'blob_id' | 'reserved'>

/** False where there is one of this name. */
export async function insertChunkFolder(writer: Writer, row: ChunkFolderRow): Promise<boolean> {
  const inserted = await writer
    .insertInto('chunk_folders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findChunkFolder(
  reader: Reader,
  { person_sub, name }: ChunkFolderKey,
  now: number,
): Promise<ChunkFolderRow | undefined> {
  return reader
    .selectFrom('chunk_folders')
    .selectAll()
    .where('person_sub', '=', person_sub)
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Locks it until the end of the transaction and puts off its end; false where it is gone. */
export async function renewChunkFolder(
  writer: Writer,
  { person_sub, name }: ChunkFolderKey,
  expiresAt: number,
): Promise<boolean> {
  const renewed = await writer
    .updateTable('chunk_folders')
    .set({ expires_at: expiresAt })
    .where('person_sub', '=', person_sub)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()
  return renewed !== undefined
}

export async function countChunkFolders(reader: Reader, personSub: string): Promise<number> {
  const { count } = await reader
    .selectFrom('chunk_folders')
    .select((folder) => folder.fn.countAll<number>().as('count'))
    .where('person_sub', '=', personSub)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By their positions. */
export function listChunks(reader: Reader, { person_sub, name }: ChunkFolderKey): Promise<Chunk[]> {
  return reader
    .selectFrom('chunks')
    .innerJoin('uploads', (join) =>
      join
        .onRef('uploads.drive_id', '=', 'chunks.drive_id')
        .onRef('uploads.id', '=', 'chunks.upload_id'),
    )
    .selectAll('chunks')
    .select(['uploads.blob_id', 'uploads.reserved'])
    .where('chunks.person_sub', '=', person_sub)
    .where('chunks.folder', '=', name)
    .orderBy('chunks.position')
    .execute()
}

export async function countChunks(
  reader: Reader,
  { person_sub, name }: ChunkFolderKey,
): Promise<number> {
  const { count } = await reader
    .selectFrom('chunks')
    .select((chunk) => chunk.fn.countAll<number>().as('count'))
    .where('person_sub', '=', person_sub)
    .where('folder', '=', name)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertChunk(writer: Writer, row: ChunkRow): Promise<void> {
  await writer.insertInto('chunks').values(row).execute()
}

/** Gives what it was. */
export function deleteChunk(
  writer: Writer,
  { person_sub, name }: ChunkFolderKey,
  position: number,
): Promise<ChunkRow | undefined> {
  return writer
    .deleteFrom('chunks')
    .where('person_sub', '=', person_sub)
    .where('folder', '=', name)
    .where('position', '=', position)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteChunkFolder(
  writer: Writer,
  { person_sub, name }: ChunkFolderKey,
): Promise<void> {
  await writer
    .deleteFrom('chunk_folders')
    .where('person_sub', '=', person_sub)
    .where('name', '=', name)
    .execute()
}

export async function deleteExpiredChunkFolders(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom('chunk_folders').where('expires_at', '<=', now).execute()
}
