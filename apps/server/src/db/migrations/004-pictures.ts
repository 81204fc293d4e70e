import type { Migration } from '../migrate.ts'

/** Small pictures of people. */
export const pictures: Migration = {
  name: '004-pictures',
  async up(schema, { text, integer, inRows }) {
    await schema
      .createTable('pictures')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('sub', text, (c) =>
        c.notNull().unique().references('users.sub').onDelete('cascade'),
      )
      .addColumn('content_type', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .modifyEnd(inRows)
      .execute()
  },
}
