import type { Reader, Writer } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'

/** A content whose bytes lie in the store. */
export type StoredContent = Pick<BlobRow, 'id' | 'size'> & { hash: string }

/** Every finished content, in the order of ids. */
export function listContents(
  reader: Reader,
  after: string,
  limit: number,
): Promise<StoredContent[]> {
  return reader
    .selectFrom('blobs')
    .select(['id', 'size', 'hash'])
    .where('id', '>', after)
    .where('hash', 'is not', null)
    .where('draft', '!=', '')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ hash: string }>()
    .execute()
}

/** Those that are not finished are nobody's content yet, and small ones lie among the rows. */
export function isStored<R extends Pick<BlobRow, 'id' | 'size' | 'hash' | 'draft'>>(
  row: R,
): row is R & StoredContent {
  return row.hash !== null && row.draft !== ''
}

export async function hasContent(reader: Reader, id: string): Promise<boolean> {
  const row = await reader
    .selectFrom('blobs')
    .select('id')
    .where('id', '=', id)
    .where('hash', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the uploads that were in progress when the rows were read: their bytes are not in the backup,
 * and clients upload again. Dependent rows are deleted by their foreign keys. Tasks go on, with the room that they
 * were promised.
 */
export async function dropUnfinished(writer: Writer): Promise<void> {
  await writer.deleteFrom('uploads').execute()
  await writer.deleteFrom('blobs').where('hash', 'is', null).execute()
  await writer
    .updateTable('drives')
    .set((drive) => ({
      reserved_bytes: drive.fn.coalesce(
        drive
          .selectFrom('tasks')
          .select((task) => task.cast<number>(task.fn.sum('reserved'), 'bigint').as('bytes'))
          .whereRef('tasks.drive_id', '=', 'drives.id'),
        drive.lit(0),
      ),
    }))
    .execute()
}
