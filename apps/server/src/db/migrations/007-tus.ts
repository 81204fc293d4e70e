import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/** Versions of a file in their order; what tus clients upload. */
export const tus: Migration = {
  name: '007-tus',
  async up(schema, types) {
    await orderVersions(schema)
    await createTusUploads(schema, types)
    await createTusPieces(schema, types)
  },
}

/** Versions of the same moment have an order too, so that a page can begin between them. */
async function orderVersions(schema: Schema): Promise<void> {
  await schema.dropIndex('versions_by_node').execute()
  await schema
    .createIndex('versions_by_node')
    .on('versions')
    .columns(['drive_id', 'node_id', 'created_at', 'id'])
    .execute()
}

async function createTusUploads(
  schema: Schema,
  { text, inPrimaryKey }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('tus_uploads')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('upload_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('conflict', text, (c) => c.notNull())
    .addColumn('metadata', text)
    .addColumn('partial_ids', text)
    .addPrimaryKeyConstraint('tus_uploads_pk', ['drive_id', 'upload_id'])
    .addForeignKeyConstraint(
      'tus_uploads_upload',
      ['drive_id', 'upload_id'],
      'uploads',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade'),
    )
    .modifyEnd(inPrimaryKey)
    .execute()
  await schema
    .createIndex('tus_uploads_final')
    .on('tus_uploads')
    .columns(['drive_id', 'upload_id'])
    .where(sql.ref('kind'), '=', sql.lit('final'))
    .execute()
}

async function createTusPieces(
  schema: Schema,
  { text, integer, bytes, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('tus_pieces')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('upload_id', text, (c) => c.notNull())
    .addColumn('start', integer, (c) => c.notNull())
    .addColumn('size', integer, (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('tus_pieces_pk', ['drive_id', 'upload_id', 'start'])
    .addForeignKeyConstraint(
      'tus_pieces_upload',
      ['drive_id', 'upload_id'],
      'uploads',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade'),
    )
    .modifyEnd(inRows)
    .execute()
}
