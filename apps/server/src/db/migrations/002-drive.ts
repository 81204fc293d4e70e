import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Every key begins with `drive_id` and no foreign key leaves a drive, so that drives can live on
 * different servers. Foreign keys inside a drive have no cascade: what deletes a node also has to
 * count its blobs, and forgetting it must fail.
 */
export const drive: Migration = {
  name: '002-drive',
  async up(schema, { text, integer, inPrimaryKey, inRows }) {
    await schema
      .createTable('drives')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('owner_sub', text, (c) => c.notNull().unique())
      .addColumn('root_id', text, (c) => c.notNull())
      .addColumn('quota_bytes', integer)
      .addColumn('used_bytes', integer, (c) => c.notNull().check(sql`used_bytes >= 0`))
      .addColumn('seq', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .modifyEnd(inPrimaryKey)
      .execute()

    // Rows, not in the primary key: measured, a listing of 1,000 takes half the time.
    await schema
      .createTable('nodes')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('parent_id', text)
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('sort_key', text, (c) => c.notNull())
      .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
      .addColumn('version_id', text)
      .addColumn('mime_type', text)
      .addColumn('revision', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('modified_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('nodes_pk', ['drive_id', 'id'])
      .addUniqueConstraint('nodes_name', ['drive_id', 'parent_id', 'name'])
      .addForeignKeyConstraint('nodes_parent', ['drive_id', 'parent_id'], 'nodes', [
        'drive_id',
        'id',
      ])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('nodes_listing')
      .on('nodes')
      .columns(['drive_id', 'parent_id', 'sort_key', 'id'])
      .execute()
    await schema
      .createIndex('nodes_one_root')
      .unique()
      .on('nodes')
      .column('drive_id')
      .where(sql.ref('parent_id'), 'is', null)
      .execute()

    await schema
      .createTable('blobs')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
      .addColumn('hash', text)
      .addColumn('refs', integer, (c) => c.notNull().check(sql`refs >= 0`))
      .addColumn('draft', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('unused_since', integer)
      .addPrimaryKeyConstraint('blobs_pk', ['drive_id', 'id'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('blobs_by_hash')
      .on('blobs')
      .columns(['drive_id', 'hash', 'size'])
      .execute()
    // What lies in the blob store is known by its id alone.
    await schema.createIndex('blobs_by_id').unique().on('blobs').column('id').execute()
    await schema
      .createIndex('blobs_unused')
      .on('blobs')
      .column('unused_since')
      .where(sql.ref('unused_since'), 'is not', null)
      .execute()

    await schema
      .createTable('versions')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('blob_id', text, (c) => c.notNull())
      .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('versions_pk', ['drive_id', 'id'])
      .addForeignKeyConstraint('versions_node', ['drive_id', 'node_id'], 'nodes', [
        'drive_id',
        'id',
      ])
      .addForeignKeyConstraint('versions_blob', ['drive_id', 'blob_id'], 'blobs', [
        'drive_id',
        'id',
      ])
      .modifyEnd(inPrimaryKey)
      .execute()
    await schema
      .createIndex('versions_by_node')
      .on('versions')
      .columns(['drive_id', 'node_id', 'created_at'])
      .execute()
    await schema
      .createIndex('versions_by_blob')
      .on('versions')
      .columns(['drive_id', 'blob_id'])
      .execute()

    await schema
      .createTable('uploads')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('parent_id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
      .addColumn('mime_type', text)
      .addColumn('modified_at', integer)
      .addColumn('blob_id', text, (c) => c.notNull())
      .addColumn('blocks_per_put', integer, (c) => c.notNull())
      .addColumn('announced_hashes', text)
      .addColumn('missing', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('committed_node_id', text)
      .addPrimaryKeyConstraint('uploads_pk', ['drive_id', 'id'])
      .addForeignKeyConstraint('uploads_blob', ['drive_id', 'blob_id'], 'blobs', ['drive_id', 'id'])
      .modifyEnd(inRows)
      .execute()
    await schema
      .createIndex('uploads_by_blob')
      .on('uploads')
      .columns(['drive_id', 'blob_id'])
      .execute()
    await schema.createIndex('uploads_by_expiry').on('uploads').column('expires_at').execute()

    await schema
      .createTable('upload_blocks')
      .addColumn('drive_id', text, (c) => c.notNull())
      .addColumn('upload_id', text, (c) => c.notNull())
      .addColumn('block', integer, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_blocks_pk', ['drive_id', 'upload_id', 'block'])
      .addForeignKeyConstraint(
        'upload_blocks_upload',
        ['drive_id', 'upload_id'],
        'uploads',
        ['drive_id', 'id'],
        (fk) => fk.onDelete('cascade'),
      )
      .modifyEnd(inPrimaryKey)
      .execute()

    await schema
      .createTable('changes')
      .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
      .addColumn('seq', integer, (c) => c.notNull())
      .addColumn('node_id', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('actor_sub', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('changes_pk', ['drive_id', 'seq'])
      .modifyEnd(inPrimaryKey)
      .execute()
  },
}
