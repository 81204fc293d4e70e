import type { Migration } from '../migrate.ts'

/** Who reaches what of a drive that is not theirs, and who made a node or began an upload. */
export const grants: Migration = {
  name: '020-grants',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await schema
      .createTable('grants')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('grantee', text, (c) => c.notNull())
      .addColumn('role', text, (c) => c.notNull())
      .addColumn('created_by', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer)
      .addColumn('epoch', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('grants_key', ['drive_id', 'id'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('grants_by_node')
      .on('grants')
      .columns(['drive_id', 'node_id'])
      .execute()
    await schema
      .createIndex('grants_by_grantee')
      .on('grants')
      .columns(['grantee', 'drive_id'])
      .execute()
    await schema
      .createTable('groups')
      .addColumn('id', text, (c) => c.notNull().primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .modifyEnd(inRows)
      .execute()
    await schema
      .createTable('group_members')
      .addColumn('group_id', text, (c) => c.notNull())
      .addColumn('member', text, (c) => c.notNull())
      .addColumn('added_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('group_members_key', ['group_id', 'member'])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('group_members_by_member')
      .on('group_members')
      .columns(['member'])
      .execute()
    await schema.alterTable('nodes').addColumn('created_by', text).execute()
    await schema.alterTable('uploads').addColumn('created_by', text).execute()
    await schema.alterTable('archives').addColumn('node_ids', text).execute()
  },
}
