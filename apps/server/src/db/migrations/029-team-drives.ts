import type { Migration } from '../migrate.ts'

/** Tasks that bring files from another drive have room there before they begin. */
export const teamDrives: Migration = {
  name: '028-team-drives',
  async up(schema, { integer }) {
    await schema
      .alterTable('tasks')
      .addColumn('reserved', integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
