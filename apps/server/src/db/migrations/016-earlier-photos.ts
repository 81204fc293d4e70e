import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Images that had their thumbnails before there was a timeline were never asked when they were taken: they
 * are looked at once more. Their thumbnails stay.
 */
export const earlierPhotos: Migration = {
  name: '016-earlier-photos',
  async up(_schema, _types, database) {
    await database.run(sql`
      update thumbnail_jobs set state = 'waiting', attempts = 0, leased_until = 0
      where kind = 'image' and state = 'made' and taken_at is null
        and created_at < (select applied_at from migrations where name = '010-photos')`)
  },
}
