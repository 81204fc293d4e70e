import type { Migration } from '../migrate.ts'

/** Programs that wait for a person to let them in. */
export const appLogins: Migration = {
  name: '042-app-logins',
  async up(schema, { text, integer, inRows }) {
    await schema
      .createTable('app_logins')
      .addColumn('page_hash', text, (c) => c.primaryKey().notNull())
      .addColumn('poll_hash', text)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('address', text, (c) => c.notNull())
      .addColumn('user_agent', text)
      .addColumn('sub', text, (c) => c.references('users.sub').onDelete('cascade'))
      .addColumn('session_id', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('app_logins_by_poll')
      .unique()
      .on('app_logins')
      .column('poll_hash')
      .execute()
    await schema.createIndex('app_logins_by_expiry').on('app_logins').column('expires_at').execute()
  },
}
