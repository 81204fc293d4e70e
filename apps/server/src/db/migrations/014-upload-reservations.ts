import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** How much room each upload has been promised: one that is made of others needs less than its size. */
export const uploadReservations: Migration = {
  name: '014-upload-reservations',
  async up(schema, { integer }, { run }) {
    await schema
      .alterTable('uploads')
      .addColumn('reserved', integer, (c) => c.notNull().defaultTo(0))
      .execute()
    await run(sql`update uploads set reserved = size where committed_node_id is null`)
  },
}
