import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What a list shows of a node stands in its row: a page of a folder reads one table and no other. */
export const listedNodes: Migration = {
  name: '013-listed-nodes',
  async up(schema, { text }, database) {
    await schema.alterTable('nodes').addColumn('hash', text).execute()
    await schema.alterTable('nodes').addColumn('tag_list', text).execute()
    await database.run(sql`
      update nodes set hash = (
        select versions.hash from versions
        where versions.drive_id = nodes.drive_id and versions.id = nodes.version_id
      ) where version_id is not null`)
    await database.run(sql`
      update nodes set tag_list = (
        select string_agg(node_tags.tag, ${sql.lit('\u0001')} order by node_tags.tag) from node_tags
        where node_tags.drive_id = nodes.drive_id and node_tags.node_id = nodes.id
      ) where exists (
        select 1 from node_tags
        where node_tags.drive_id = nodes.drive_id and node_tags.node_id = nodes.id
      )`)
  },
}
