import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Contents that lie in rows, and what open uploads have been promised. */
export const smallContents: Migration = {
  name: '006-small-contents',
  async up(schema, { text, bytes, inRows }, database) {
    // It follows its blob: to another drive, and to its end.
    await schema
      .createTable('small_contents')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('blob_id', text, (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('small_contents_pk', ['drive_id', 'blob_id'])
      .addForeignKeyConstraint(
        'small_contents_blob',
        ['drive_id', 'blob_id'],
        'blobs',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade').onUpdate('cascade'),
      )
      .modifyEnd(inRows)
      .execute()

    await database.run(sql`
      update drives set reserved_bytes = (
        select coalesce(sum(uploads.size), 0) from uploads
        where uploads.drive_id = drives.id and uploads.committed_node_id is null
      )
    `)
  },
}
