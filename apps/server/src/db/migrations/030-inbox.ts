import type { Migration } from '../migrate.ts'

/** Messages to people about what is shared, and for which of them each person gets mails. */
export const inbox: Migration = {
  name: '030-inbox',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await schema
      .createTable('inbox_messages')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('actor_sub', text)
      .addColumn('role', text)
      .addColumn('amount', integer)
      .addColumn('senders', text)
      .addColumn('text', text)
      .addColumn('state', text)
      .addColumn('began_at', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('read_at', integer)
      .addColumn('mail_at', integer)
      .addPrimaryKeyConstraint('inbox_messages_key', ['drive_id', 'id'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('inbox_messages_by_person')
      .on('inbox_messages')
      .columns(['person_sub', 'created_at', 'id'])
      .execute()
    await schema
      .createIndex('inbox_messages_by_node')
      .on('inbox_messages')
      .columns(['drive_id', 'node_id'])
      .execute()
    await schema
      .createIndex('inbox_messages_by_actor')
      .on('inbox_messages')
      .columns(['actor_sub'])
      .execute()
    await schema
      .createIndex('inbox_messages_by_mail')
      .on('inbox_messages')
      .columns(['mail_at'])
      .execute()
    await schema
      .createIndex('inbox_messages_by_time')
      .on('inbox_messages')
      .columns(['created_at'])
      .execute()
    await schema
      .createTable('inbox_settings')
      .addColumn('person_sub', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('mail', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('inbox_settings_key', ['person_sub', 'kind'])
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
