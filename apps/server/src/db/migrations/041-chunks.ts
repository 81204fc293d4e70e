import type { Migration } from '../migrate.ts'

/** Files that clients send in pieces of their own, into a folder of their own, before they put them together. */
export const chunks: Migration = {
  name: '041-chunks',
  async up(schema, { text, integer, inPrimaryKey }) {
    await schema
      .createTable('chunk_folders')
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('parent_id', text, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('chunk_folders_key', ['person_sub', 'name'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('chunk_folders_by_drive')
      .on('chunk_folders')
      .column('drive_id')
      .execute()
    await schema
      .createIndex('chunk_folders_by_expiry')
      .on('chunk_folders')
      .column('expires_at')
      .execute()
    await schema
      .createTable('chunks')
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('folder', text, (c) => c.notNull())
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('upload_id', text, (c) => c.notNull())
      .addColumn('size', integer, (c) => c.notNull())
      .addColumn('stored_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('chunks_key', ['person_sub', 'folder', 'position'])
      .addForeignKeyConstraint(
        'chunks_folder',
        ['person_sub', 'folder'],
        'chunk_folders',
        ['person_sub', 'name'],
        (fk) => fk.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'chunks_upload',
        ['drive_id', 'upload_id'],
        'uploads',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade'),
      )
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('chunks_by_upload')
      .on('chunks')
      .columns(['drive_id', 'upload_id'])
      .execute()
  },
}
