import type { Migration } from '../migrate.ts'

/** Links that ask for a proven mail address, and when those who manage a link get mails about arrivals. */
export const dropOptions: Migration = {
  name: '035-drop-options',
  async up(schema, { text, integer }) {
    await schema
      .alterTable('links')
      .addColumn('asks_email', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('links').addColumn('arrival_mail', text).execute()
    await schema.alterTable('link_visitors').addColumn('email', text).execute()
  },
}
