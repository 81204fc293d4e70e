import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * When cameras say that they took their pictures. It is known of a content, once, and stands beside each
 * file that shows it; the timeline goes by an index that holds pictures and videos alone.
 */
export const photos: Migration = {
  name: '010-photos',
  async up(schema, { integer }) {
    await schema.alterTable('nodes').addColumn('taken_at', integer).execute()
    await schema.alterTable('thumbnail_jobs').addColumn('taken_at', integer).execute()
    await schema
      .createIndex('nodes_photos')
      .on('nodes')
      .expression(sql`drive_id, coalesce(taken_at, modified_at), id`)
      .where(
        sql<boolean>`(mime_type >= 'image/' and mime_type < 'image0' or mime_type >= 'video/' and mime_type < 'video0')`,
      )
      .execute()
  },
}
