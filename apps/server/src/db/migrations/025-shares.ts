import type { Migration } from '../migrate.ts'

/** Grants with a note, found by who made them, and a number for each grantee that rises with their grants. */
export const shares: Migration = {
  name: '025-shares',
  async up(schema, { text, integer, inPrimaryKey }) {
    await schema.alterTable('grants').addColumn('note', text).execute()
    await schema
      .createIndex('grants_by_creator')
      .on('grants')
      .columns(['created_by', 'created_at', 'id'])
      .execute()
    await schema
      .createTable('grantee_seqs')
      .addColumn('grantee', text, (c) => c.notNull().primaryKey())
      .addColumn('seq', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
