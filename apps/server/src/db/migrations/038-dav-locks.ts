import type { Migration } from '../migrate.ts'

/** Locks that clients hold on files and folders, and properties that they keep with them. */
export const davLocks: Migration = {
  name: '038-dav-locks',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await schema
      .alterTable('drives')
      .addColumn('locked_until', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('node_locks')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('token', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('is_shared', integer, (c) => c.notNull())
      .addColumn('is_deep', integer, (c) => c.notNull())
      .addColumn('owner', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('node_locks_key', ['drive_id', 'token'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('node_locks_by_node')
      .on('node_locks')
      .columns(['drive_id', 'node_id'])
      .execute()
    await schema
      .createTable('node_properties')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('namespace', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('xml', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('node_properties_key', ['drive_id', 'node_id', 'namespace', 'name'])
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
