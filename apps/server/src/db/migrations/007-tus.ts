import type { Migration } from '../migrate.ts'

/** Versions of a file in their order. */
export const tus: Migration = {
  name: '007-tus',
  async up(schema) {
    // Versions of the same moment have an order too, so that a page can begin between them.
    await schema.dropIndex('versions_by_node').execute()
    await schema
      .createIndex('versions_by_node')
      .on('versions')
      .columns(['drive_id', 'node_id', 'created_at', 'id'])
      .execute()
  },
}
