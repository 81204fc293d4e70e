import type { Migration } from '../migrate.ts'

/** What people want to hand over to others, until they have answered. */
export const offers: Migration = {
  name: '034-offers',
  async up(schema, { text, integer, inRows }) {
    await schema
      .createTable('offers')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('from_sub', text, (c) => c.notNull())
      .addColumn('to_sub', text, (c) => c.notNull())
      .addColumn('note', text)
      .addColumn('keeps_editing', integer, (c) => c.notNull())
      .addColumn('grant_id', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('task_drive_id', text)
      .addColumn('task_id', text)
      .addPrimaryKeyConstraint('offers_key', ['drive_id', 'id'])
      .modifyEnd(inRows)
      .execute()
    await schema.createIndex('offers_by_giver').on('offers').columns(['from_sub']).execute()
    await schema.createIndex('offers_by_receiver').on('offers').columns(['to_sub']).execute()
    await schema.createIndex('offers_by_expiry').on('offers').columns(['expires_at']).execute()
  },
}
