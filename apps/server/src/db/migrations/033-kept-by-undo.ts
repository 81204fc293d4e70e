import type { Migration } from '../migrate.ts'

/** An undo says how many nodes it has left where they are, because they were added or changed since. */
export const keptByUndo: Migration = {
  name: '033-kept-by-undo',
  async up(schema, { integer }) {
    await schema
      .alterTable('tasks')
      .addColumn('kept', integer, (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
