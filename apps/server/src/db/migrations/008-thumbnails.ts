import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/**
 * Archives and thumbnails. What is learned of a content (its checksum, its pictures) goes with it and
 * follows it into another drive: that is the one place where keys cascade.
 */
export const thumbnails: Migration = {
  name: '008-thumbnails',
  async up(schema, types) {
    await createArchives(schema, types)
    await createChecksums(schema, types)
    await createThumbnails(schema, types)
  },
}

async function createArchives(
  schema: Schema,
  { text, integer, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('archives')
    .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('size', integer, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('entries', integer, (c) => c.notNull())
    .addColumn('directory_byte', integer, (c) => c.notNull())
    .addColumn('is_complete', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('archives_pk', ['drive_id', 'id'])
    .modifyEnd(inRows)
    .execute()
  await schema.createIndex('archives_by_expiry').on('archives').column('expires_at').execute()

  await schema
    .createTable('archive_parts')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('archive_id', text, (c) => c.notNull())
    .addColumn('part', integer, (c) => c.notNull())
    .addColumn('first_byte', integer, (c) => c.notNull())
    .addColumn('directory_byte', integer, (c) => c.notNull())
    // Last: a look for the right part does not read it.
    .addColumn('entries', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('archive_parts_pk', ['drive_id', 'archive_id', 'part'])
    .addForeignKeyConstraint(
      'archive_parts_archive',
      ['drive_id', 'archive_id'],
      'archives',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade'),
    )
    .modifyEnd(inRows)
    .execute()
}

async function createChecksums(
  schema: Schema,
  { text, integer, inPrimaryKey }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('content_checksums')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('bytes', integer, (c) => c.notNull())
    .addColumn('crc32', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('content_checksums_pk', ['drive_id', 'blob_id'])
    .addForeignKeyConstraint(
      'content_checksums_blob',
      ['drive_id', 'blob_id'],
      'blobs',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade').onUpdate('cascade'),
    )
    .modifyEnd(inPrimaryKey)
    .execute()
}

async function createThumbnails(
  schema: Schema,
  { text, integer, inRows }: ColumnTypes,
): Promise<void> {
  await schema
    .createTable('thumbnail_jobs')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('problem', text)
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('leased_until', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('thumbnail_jobs_pk', ['drive_id', 'blob_id'])
    .addForeignKeyConstraint(
      'thumbnail_jobs_blob',
      ['drive_id', 'blob_id'],
      'blobs',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade').onUpdate('cascade'),
    )
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('thumbnail_jobs_waiting')
    .on('thumbnail_jobs')
    .columns(['leased_until', 'created_at'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()

  await schema
    .createTable('thumbnails')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('size', integer, (c) => c.notNull())
    .addColumn('picture_id', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('thumbnails_pk', ['drive_id', 'blob_id', 'size'])
    .addForeignKeyConstraint(
      'thumbnails_blob',
      ['drive_id', 'blob_id'],
      'blobs',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade').onUpdate('cascade'),
    )
    .addForeignKeyConstraint(
      'thumbnails_picture',
      ['drive_id', 'picture_id'],
      'blobs',
      ['drive_id', 'id'],
      (fk) => fk.onDelete('cascade').onUpdate('cascade'),
    )
    .modifyEnd(inRows)
    .execute()
  // The end of a blob looks here whether it is a picture of another one.
  await schema
    .createIndex('thumbnails_by_picture')
    .on('thumbnails')
    .columns(['drive_id', 'picture_id'])
    .execute()
}
