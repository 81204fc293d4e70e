import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Clients know a share by a number of 32 bits, which a grant gets when the first of them asks for it. Their galleries
 * go through images and videos by the date of the file, not by when it was taken.
 */
export const clientsThatSync: Migration = {
  name: '044-clients-that-sync',
  async up(schema, { integer }) {
    await schema.alterTable('grants').addColumn('number', integer).execute()
    await schema.createIndex('grants_by_number').unique().on('grants').column('number').execute()
    await schema
      .createIndex('nodes_photos_by_change')
      .on('nodes')
      .columns(['drive_id', 'modified_at', 'id'])
      .where(
        sql<boolean>`(mime_type >= 'image/' and mime_type < 'image0' or mime_type >= 'video/' and mime_type < 'video0')`,
      )
      .execute()
  },
}
