import type { Migration } from '../migrate.ts'

/** Drives without an owner; and tasks that bring files from another drive have room there before they begin. */
export const teamDrives: Migration = {
  name: '029-team-drives',
  async up(schema, { text, integer }) {
    await schema
      .alterTable('tasks')
      .addColumn('reserved', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('drives').addColumn('name', text).execute()
    await schema.alterTable('drives').addColumn('deleted_at', integer).execute()
  },
}
