import type { Migration } from '../migrate.ts'

/** When an operator's commands ran last, and what they found: the latest run of each. */
export const upkeep: Migration = {
  name: '015-upkeep',
  async up(schema, { text, integer }) {
    await schema
      .createTable('upkeep')
      .addColumn('name', text, (c) => c.notNull().primaryKey())
      .addColumn('ran_at', integer, (c) => c.notNull())
      .addColumn('found', text, (c) => c.notNull())
      .execute()
  },
}
