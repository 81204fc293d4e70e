import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * What a node was before each change, so that the tree of any moment can be computed from the nodes of
 * today. A new node was nothing before: its row costs no more than it did.
 */
export const history: Migration = {
  name: '017-history',
  async up(schema, { text, integer, inPrimaryKey }, { run }) {
    for (const column of ['old_parent_id', 'old_name', 'old_version_id']) {
      await schema.alterTable('changes').addColumn(column, text).execute()
    }
    for (const column of ['old_size', 'old_modified_at', 'old_trashed_at']) {
      await schema.alterTable('changes').addColumn(column, integer).execute()
    }
    // The history of a node also has the changes that no person made.
    await schema.dropIndex('changes_by_node').execute()
    await schema
      .createIndex('changes_by_node')
      .on('changes')
      .columns(['drive_id', 'node_id', 'at', 'seq'])
      .execute()

    await schema
      .createTable('gone_nodes')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('seq', integer, (c) => c.notNull())
      .addColumn('parent_id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('version_id', text)
      .addColumn('size', integer, (c) => c.notNull())
      .addColumn('modified_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('gone_nodes_pk', ['drive_id', 'id', 'seq'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('gone_nodes_by_seq')
      .on('gone_nodes')
      .columns(['drive_id', 'seq'])
      .execute()

    await schema
      .createTable('folder_seqs')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('seq', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('folder_seqs_pk', ['drive_id', 'node_id'])
      .modifyEnd(inPrimaryKey)
      .execute()

    for (const column of ['history_from_seq', 'folder_seqs_at']) {
      await schema
        .alterTable('drives')
        .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await run(sql`update drives set history_from_seq = seq, folder_seqs_at = seq`)
  },
}
