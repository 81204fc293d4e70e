import type { Migration } from '../migrate.ts'

/** The names that people give to what is shared with them, and nodes that lead to other nodes. */
export const aliasesAndShortcuts: Migration = {
  name: '031-aliases-and-shortcuts',
  async up(schema, { text, inPrimaryKey }) {
    await schema
      .createTable('share_aliases')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('grant_id', text, (c) => c.notNull())
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('alias', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('share_aliases_key', ['drive_id', 'grant_id', 'person_sub'])
      // They go, and move to another drive, with the grant.
      .addForeignKeyConstraint(
        'share_aliases_grant',
        ['drive_id', 'grant_id'],
        'grants',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade').onUpdate('cascade'),
      )
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('share_aliases_by_person')
      .on('share_aliases')
      .columns(['person_sub'])
      .execute()
    await schema
      .createTable('shortcuts')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('target_drive_id', text, (c) => c.notNull())
      .addColumn('target_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('shortcuts_key', ['drive_id', 'node_id'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('shortcuts_by_target')
      .on('shortcuts')
      .columns(['target_drive_id'])
      .execute()
  },
}
