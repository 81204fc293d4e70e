import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Links: what each allows beside its grant, and who has come by it. */
export const links: Migration = {
  name: '027-links',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await ofGrant(
      schema
        .createTable('links')
        .addColumn('drive_id', text, (c) => c.notNull())
        .addColumn('grant_id', text, (c) => c.notNull())
        .addColumn('token_hash', text, (c) => c.notNull())
        .addColumn('sealed_token', text, (c) => c.notNull())
        .addColumn('custom_name', text)
        .addColumn('password_hash', text)
        .addColumn('label', text)
        .addColumn('allows_download', integer, (c) => c.notNull())
        .addColumn('download_limit', integer)
        .addColumn('asks_name', integer, (c) => c.notNull())
        .addColumn('max_file_bytes', integer)
        .addColumn('max_total_bytes', integer)
        .addColumn('received_bytes', integer, (c) => c.notNull())
        .addColumn('types', text)
        .addColumn('deadline', integer)
        .addPrimaryKeyConstraint('links_key', ['drive_id', 'grant_id']),
      'links_grant',
    )
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('links_by_token')
      .unique()
      .on('links')
      .columns(['token_hash'])
      .execute()
    await ofGrant(
      schema
        .createTable('link_visitors')
        .addColumn('drive_id', text, (c) => c.notNull())
        .addColumn('grant_id', text, (c) => c.notNull())
        .addColumn('visitor_id', text, (c) => c.notNull())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('sub', text)
        .addColumn('seen_at', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('link_visitors_key', ['drive_id', 'grant_id', 'visitor_id']),
      'link_visitors_grant',
    )
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema.createIndex('link_visitors_by_sub').on('link_visitors').columns(['sub']).execute()
    await ofGrant(
      schema
        .createTable('link_downloads')
        .addColumn('drive_id', text, (c) => c.notNull())
        .addColumn('grant_id', text, (c) => c.notNull())
        .addColumn('visitor_id', text, (c) => c.notNull())
        .addColumn('item', text, (c) => c.notNull())
        .addColumn('held_until', integer, (c) => c.notNull())
        .addColumn('completed_at', integer)
        .addPrimaryKeyConstraint('link_downloads_key', [
          'drive_id',
          'grant_id',
          'visitor_id',
          'item',
        ]),
      'link_downloads_grant',
    )
      .modifyEnd(inPrimaryKey)
      .execute()
    await ofGrant(
      schema
        .createTable('link_arrivals')
        .addColumn('drive_id', text, (c) => c.notNull())
        .addColumn('grant_id', text, (c) => c.notNull())
        .addColumn('node_id', text, (c) => c.notNull())
        .addColumn('visitor_id', text, (c) => c.notNull())
        .addColumn('arrived_at', integer, (c) => c.notNull())
        .addPrimaryKeyConstraint('link_arrivals_key', ['drive_id', 'grant_id', 'node_id']),
      'link_arrivals_grant',
    )
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('link_arrivals_by_time')
      .on('link_arrivals')
      .columns(['drive_id', 'grant_id', 'arrived_at', 'node_id'])
      .execute()
  },
}

/** Its rows go, and move to another drive, with the grant of the link. */
function ofGrant<T extends string>(
  table: CreateTableBuilder<T, 'drive_id' | 'grant_id'>,
  name: string,
): CreateTableBuilder<T, 'drive_id' | 'grant_id'> {
  return table.addForeignKeyConstraint(
    name,
    ['drive_id', 'grant_id'],
    'grants',
    ['drive_id', 'id'],
    (fk) => fk.onDelete('cascade').onUpdate('cascade'),
  )
}
