import type { Migration } from '../migrate.ts'

/** What clients say that a content adds up to, and a value that tells one life of the server from another. */
export const checksumsAndFingerprint: Migration = {
  name: '019-checksums-and-fingerprint',
  async up(schema, { text, inPrimaryKey }) {
    await schema
      .createTable('blob_checksums')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('blob_id', text, (c) => c.notNull())
      .addColumn('algorithm', text, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('blob_checksums_pk', ['drive_id', 'blob_id', 'algorithm'])
      .addForeignKeyConstraint(
        'blob_checksums_blob',
        ['drive_id', 'blob_id'],
        'blobs',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade').onUpdate('cascade'),
      )
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createTable('server_values')
      .addColumn('name', text, (c) => c.notNull().primaryKey())
      .addColumn('value', text, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
