import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/** Names and texts as they are looked for. */
export const search: Migration = {
  name: '009-search',
  async up(schema, types) {
    await extendNodes(schema, types)
    await createNameTerms(schema, types)
    await createTexts(schema, types)
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
async function createNameTerms(schema: Schema, types: ColumnTypes): Promise<void> {
  const { text, integer, inPrimaryKey } = types
  await schema
    .createTable('name_terms')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('term', text, (c) => c.notNull())
    .addColumn('node_id', text, (c) => c.notNull())
    .addColumn('touched_at', integer, (c) => c.notNull())
    // With the time at its end: names are put in order by the index alone.
    .addPrimaryKeyConstraint('name_terms_pk', ['drive_id', 'term', 'node_id', 'touched_at'])
    .modifyEnd(inPrimaryKey)
    .execute()
}

/** By content and not by file: what was copied or renamed is not read again. */
async function createTexts(schema: Schema, types: ColumnTypes): Promise<void> {
  const { text, integer, inPrimaryKey, inRows } = types
  await schema
    .createTable('text_queue')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('version_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('text_queue_pk', ['drive_id', 'version_id'])
    .modifyEnd(inPrimaryKey)
    .execute()
  await schema
    .createTable('texts')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('encoding', text)
    .addColumn('terms', text, (c) => c.notNull())
    .addColumn('gone_at', integer)
    .addPrimaryKeyConstraint('texts_pk', ['drive_id', 'blob_id'])
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('texts_gone')
    .on('texts')
    .column('gone_at')
    .where(sql.ref('gone_at'), 'is not', null)
    .execute()
  await schema
    .createTable('text_terms')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('term', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('text_terms_pk', ['drive_id', 'term', 'blob_id'])
    .modifyEnd(inPrimaryKey)
    .execute()
}
