import type { Reader, Writer } from '../../db/database.ts'
import type { PictureRow } from '../../db/tables.ts'

export async function replacePicture(writer: Writer, row: PictureRow): Promise<void> {
  await deletePicture(writer, row.sub)
  await writer.insertInto('pictures').values(row).execute()
}

export async function deletePicture(writer: Writer, sub: string): Promise<void> {
  await writer.deleteFrom('pictures').where('sub', '=', sub).execute()
}

export function selectPicture(reader: Reader, id: string): Promise<PictureRow | undefined> {
  return reader.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst()
}

export function selectPictureForExport(reader: Reader, sub: string) {
  return reader
    .selectFrom('pictures')
    .select(['content_type', 'content', 'created_at'])
    .where('sub', '=', sub)
    .execute()
}
