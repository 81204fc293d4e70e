import type { Migration } from '../migrate.ts'

/** What the people of a large group are still to be told, some after the others. */
export const groupMessages: Migration = {
  name: '036-group-messages',
  async up(schema, { text, integer, inPrimaryKey }) {
    await schema
      .createTable('group_messages')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('group_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('role', text)
      .addColumn('actor_sub', text)
      .addColumn('owner_sub', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('told_to', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('group_messages_key', ['drive_id', 'node_id', 'group_id'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('group_messages_by_time')
      .on('group_messages')
      .columns(['at', 'id'])
      .execute()
  },
}
