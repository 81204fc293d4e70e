import type { Migration } from '../migrate.ts'

/** Which request of which process writes which blocks of an upload. */
export const uploadClaims: Migration = {
  name: '012-upload-claims',
  async up(schema, { text, integer, inPrimaryKey }) {
    await schema
      .createTable('upload_claims')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('upload_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('first_block', integer, (c) => c.notNull())
      .addColumn('last_block', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_claims_pk', ['drive_id', 'upload_id', 'id'])
      .addForeignKeyConstraint(
        'upload_claims_upload',
        ['drive_id', 'upload_id'],
        'uploads',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade'),
      )
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
