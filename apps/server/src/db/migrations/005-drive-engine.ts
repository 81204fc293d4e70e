import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from '../column-types.ts'
import type { MigratedDatabase, Migration } from '../migrate.ts'

type Schema = Kysely<unknown>['schema']

/** Trash, orders of listings, favourites, tags, what versions are called, long work. */
export const driveEngine: Migration = {
  name: '005-drive-engine',
  async up(schema, types, database) {
    await extendDrives(schema, types)
    await extendNodes(schema, types)
    await createTags(schema, types)
    await extendVersions(schema, types)
    if (database.kind === 'sqlite') await putVersionsInRows(schema, types, database)
    await extendChanges(schema, types)
    await createTasks(schema, types)
  },
}

async function extendDrives(schema: Schema, { integer }: ColumnTypes): Promise<void> {
  for (const column of ['reserved_bytes', 'forgotten_seq']) {
    await schema
      .alterTable('drives')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute()
  }
}

async function extendNodes(schema: Schema, { text, integer }: ColumnTypes): Promise<void> {
  await schema
    .alterTable('nodes')
    .addColumn('type', text, (c) => c.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('nodes')
    .addColumn('touched_at', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('nodes').addColumn('description', text).execute()
  for (const column of ['starred_at', 'trashed_at']) {
    await schema.alterTable('nodes').addColumn(column, integer).execute()
  }
  for (const column of ['trashed_from', 'deleted_by']) {
    await schema.alterTable('nodes').addColumn(column, text).execute()
  }

  // What lies in the trash, or is being removed, has no parent either, so that names may repeat there.
  await schema.dropIndex('nodes_one_root').execute()
  await schema
    .createIndex('nodes_root')
    .unique()
    .on('nodes')
    .column('drive_id')
    .where(sql.ref('parent_id'), 'is', null)
    .where(sql.ref('trashed_at'), 'is', null)
    .where(sql.ref('deleted_by'), 'is', null)
    .execute()
  for (const [index, column] of [
    ['nodes_by_size', 'size'],
    ['nodes_by_modified', 'modified_at'],
    ['nodes_by_created', 'created_at'],
    ['nodes_by_type', 'type'],
  ] as const) {
    await schema
      .createIndex(index)
      .on('nodes')
      .columns(['drive_id', 'parent_id', 'kind', column, 'sort_key'])
      .execute()
  }
  for (const [index, column] of [
    ['nodes_in_trash', 'trashed_at'],
    ['nodes_starred', 'starred_at'],
    ['nodes_deleted', 'deleted_by'],
  ] as const) {
    await schema
      .createIndex(index)
      .on('nodes')
      .columns(['drive_id', column, 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
  await schema
    .createIndex('nodes_recent')
    .on('nodes')
    .columns(['drive_id', 'touched_at', 'id'])
    .where(sql.ref('kind'), '=', sql.lit('file'))
    .execute()
}

async function createTags(schema: Schema, { text, inPrimaryKey }: ColumnTypes): Promise<void> {
  await schema
    .createTable('node_tags')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('node_id', text, (c) => c.notNull())
    .addColumn('tag', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('node_tags_pk', ['drive_id', 'node_id', 'tag'])
    .addForeignKeyConstraint('node_tags_node', ['drive_id', 'node_id'], 'nodes', ['drive_id', 'id'])
    .modifyEnd(inPrimaryKey)
    .execute()
  await schema
    .createIndex('node_tags_by_tag')
    .on('node_tags')
    .columns(['drive_id', 'tag', 'node_id'])
    .execute()
}

async function extendVersions(schema: Schema, { text }: ColumnTypes): Promise<void> {
  for (const column of ['name', 'created_by']) {
    await schema.alterTable('versions').addColumn(column, text).execute()
  }
}

/**
 * A table that lies in its primary key is searched by that alone when SQLite looks for what points to
 * a deleted row: the end of one node or blob would read all versions of the drive.
 */
async function putVersionsInRows(
  schema: Schema,
  { text, integer, inRows }: ColumnTypes,
  { run }: MigratedDatabase,
): Promise<void> {
  await schema.alterTable('versions').renameTo('old_versions').execute()
  for (const index of ['versions_by_node', 'versions_by_blob']) {
    await schema.dropIndex(index).execute()
  }
  await schema
    .createTable('versions')
    .addColumn('drive_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('node_id', text, (c) => c.notNull())
    .addColumn('blob_id', text, (c) => c.notNull())
    .addColumn('size', integer, (c) => c.notNull().check(sql`size >= 0`))
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('name', text)
    .addColumn('created_by', text)
    .addPrimaryKeyConstraint('versions_pk', ['drive_id', 'id'])
    .addForeignKeyConstraint('versions_node', ['drive_id', 'node_id'], 'nodes', ['drive_id', 'id'])
    .addForeignKeyConstraint('versions_blob', ['drive_id', 'blob_id'], 'blobs', ['drive_id', 'id'])
    .modifyEnd(inRows)
    .execute()
  const columns = sql.join(
    [
      'drive_id',
      'id',
      'node_id',
      'blob_id',
      'size',
      'hash',
      'created_at',
      'name',
      'created_by',
    ].map((column) => sql.ref(column)),
  )
  await run(sql`insert into versions (${columns}) select ${columns} from old_versions`)
  await schema.dropTable('old_versions').execute()
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
}

async function extendChanges(schema: Schema, { text }: ColumnTypes): Promise<void> {
  for (const column of ['action', 'data']) {
    await schema.alterTable('changes').addColumn(column, text).execute()
  }
  await schema
    .createIndex('changes_by_node')
    .on('changes')
    .columns(['drive_id', 'node_id', 'at', 'seq'])
    .where(sql.ref('action'), 'is not', null)
    .execute()
  // The history goes past what nobody did by hand, however much of it there is. By time and not by
  // number alone: SQLite would walk through the table itself, whose key begins the same.
  await schema
    .createIndex('changes_of_people')
    .on('changes')
    .columns(['drive_id', 'at', 'seq'])
    .where(sql.ref('action'), 'is not', null)
    .execute()
}

async function createTasks(schema: Schema, { text, integer, inRows }: ColumnTypes): Promise<void> {
  await schema
    .createTable('tasks')
    .addColumn('drive_id', text, (c) => c.notNull().references('drives.id'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('phase', text, (c) => c.notNull())
    .addColumn('actor_sub', text, (c) => c.notNull())
    .addColumn('input', text, (c) => c.notNull())
    .addColumn('cursor', text)
    .addColumn('done', integer, (c) => c.notNull())
    .addColumn('total', integer)
    .addColumn('failures', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .addColumn('ended_at', integer)
    .addColumn('leased_until', integer)
    .addColumn('attempts', integer, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('tasks_pk', ['drive_id', 'id'])
    .modifyEnd(inRows)
    .execute()
  await schema
    .createIndex('tasks_open')
    .on('tasks')
    .columns(['leased_until', 'created_at'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
  await schema
    .createIndex('tasks_ended')
    .on('tasks')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('tasks_by_age')
    .on('tasks')
    .columns(['drive_id', 'created_at', 'id'])
    .execute()
}
