import type { Migration } from '../migrate.ts'

/** What the locks of accounts, drives and inboxes have to remember. */
export const locks: Migration = {
  name: '032-locks',
  async up(schema, { text }) {
    await schema.alterTable('users').addColumn('password_reset_by', text).execute()
    await schema.alterTable('drives').addColumn('made_by', text).execute()
    await schema.createIndex('drives_by_maker').on('drives').columns(['made_by']).execute()
    await schema
      .createIndex('inbox_messages_by_person_and_actor')
      .on('inbox_messages')
      .columns(['person_sub', 'actor_sub'])
      .execute()
  },
}
