import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/** Names as they are looked for. */
export const search: Migration = {
  name: '009-search',
  async up(schema, types) {
    await extendNodes(schema, types)
    await createNameTerms(schema, types)
  },
}

async function extendNodes(schema: Schema, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('nodes').addColumn('search_name', text).execute()
  // The name is in the index, so that a look through the latest reads no other row.
  await schema
    .createIndex('nodes_search')
    .on('nodes')
    .columns(['drive_id', 'touched_at', 'id', 'search_name'])
    .execute()
  await schema
    .createIndex('nodes_without_terms')
    .on('nodes')
    .columns(['drive_id', 'id'])
    .where(sql.ref('search_name'), 'is', null)
    .execute()
}

/** No foreign key: each name has several terms, and looking up its node for each would cost as much again. */
async function createNameTerms(schema: Schema, { text, inPrimaryKey }: ColumnTypes): Promise<void> {
  await schema
    .createTable('name_terms')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('term', text, (c) => c.notNull())
    .addColumn('node_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('name_terms_pk', ['drive_id', 'term', 'node_id'])
    .modifyEnd(inPrimaryKey)
    .execute()
}
