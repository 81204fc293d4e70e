import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What clients keep with files counts against the quota from now on. */
export const propertyBytes: Migration = {
  name: '043-property-bytes',
  async up(_schema, _types, { run }) {
    await run(sql`update drives set used_bytes = used_bytes + (
      select coalesce(sum(octet_length(xml)), 0) from node_properties where drive_id = drives.id)`)
  },
}
