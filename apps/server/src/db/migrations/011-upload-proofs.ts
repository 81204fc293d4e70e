import type { Migration } from '../migrate.ts'

/** Contents are looked for in all drives at once, and whoever says to have one proves it. */
export const uploadProofs: Migration = {
  name: '011-upload-proofs',
  async up(schema, { text, integer, inPrimaryKey }) {
    // The content first: one index serves both, the own drive and all of them.
    await schema.dropIndex('blobs_by_hash').execute()
    await schema
      .createIndex('blobs_by_hash')
      .on('blobs')
      .columns(['hash', 'size', 'drive_id'])
      .execute()
    // It outlives its upload: otherwise whoever gives uploads up could ask without end.
    await schema
      .createTable('upload_proofs')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('upload_id', text, (c) => c.notNull())
      .addColumn('prover_sub', text, (c) => c.notNull())
      .addColumn('nonce', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('used_at', integer)
      .addPrimaryKeyConstraint('upload_proofs_pk', ['drive_id', 'upload_id'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('upload_proofs_by_time')
      .on('upload_proofs')
      .column('created_at')
      .execute()
  },
}
