import type { Migration } from '../migrate.ts'

/** What administrators have decided about links: one row, or none before they have. */
export const linkPolicy: Migration = {
  name: '028-link-policy',
  async up(schema, { text, integer, inPrimaryKey }) {
    await schema
      .createTable('link_policy')
      .addColumn('name', text, (c) => c.notNull().primaryKey())
      .addColumn('is_on', integer, (c) => c.notNull())
      .addColumn('needs_password', integer, (c) => c.notNull())
      .addColumn('max_days', integer)
      .addColumn('open_names', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
