import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import type { BlobRow, DriveRow, NodeRow, TaskRow, VersionRow } from '../../db/tables.ts'
import { TAG_MARK } from '../nodes/tags.ts'
import { sumProperties } from '../properties/properties.ts'

// Each walks along its primary key, so many rows at a time: a drive of a million files needs no more
// memory than one of a hundred.

export function listDrives(
  reader: Reader,
  { after, owner, limit }: { after: string; owner: string | undefined; limit: number },
): Promise<DriveRow[]> {
  let drives = reader.selectFrom('drives').selectAll().where('id', '>', after)
  if (owner !== undefined) drives = drives.where('owner_sub', '=', owner)
  return drives.orderBy('id').limit(limit).execute()
}

export function findDrive(reader: Reader, id: string): Promise<DriveRow | undefined> {
  return reader.selectFrom('drives').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How much there is to look at. */
export async function countRows(
  reader: Reader,
  driveId: string,
): Promise<{ nodes: number; versions: number; contents: number; contentBytes: number }> {
  const row = await reader
    .selectNoFrom((query) => [
      query
        .selectFrom('nodes')
        .select((node) => node.fn.countAll<number>().as('n'))
        .where('drive_id', '=', driveId)
        .as('nodes'),
      query
        .selectFrom('versions')
        .select((version) => version.fn.countAll<number>().as('n'))
        .where('drive_id', '=', driveId)
        .as('versions'),
      query
        .selectFrom('blobs')
        .select((blob) => blob.fn.countAll<number>().as('n'))
        .where('drive_id', '=', driveId)
        .as('contents'),
      query
        .selectFrom('blobs')
        .select((blob) => blob.fn.sum<number>('size').as('n'))
        .where('drive_id', '=', driveId)
        .where('hash', 'is not', null)
        .as('content_bytes'),
    ])
    .executeTakeFirstOrThrow()
  return {
    nodes: Number(row.nodes),
    versions: Number(row.versions),
    contents: Number(row.contents),
    contentBytes: Number(row.content_bytes ?? 0),
  }
}

export type CheckedNode = NodeRow & {
  parent_kind: NodeRow['kind'] | null
  version_node_id: string | null
  version_size: number | null
  version_hash: string | null
  /** As `node_tags` has them, in no order. */
  kept_tags: string | null
  /** The task that removes it: null where there is none any more. */
  task_id: string | null
  task_ended_at: number | null
}

export function listNodes(
  reader: Reader,
  driveId: string,
  after: string,
  limit: number,
): Promise<CheckedNode[]> {
  return nodesQuery(reader, driveId, after).limit(limit).execute()
}

export function nodesQuery(reader: Reader, driveId: string, after: string) {
  return reader
    .selectFrom('nodes')
    .leftJoin('nodes as parent', (join) =>
      join
        .onRef('parent.drive_id', '=', 'nodes.drive_id')
        .onRef('parent.id', '=', 'nodes.parent_id'),
    )
    .leftJoin('versions', (join) =>
      join
        .onRef('versions.drive_id', '=', 'nodes.drive_id')
        .onRef('versions.id', '=', 'nodes.version_id'),
    )
    .leftJoin('tasks', (join) =>
      join
        .onRef('tasks.drive_id', '=', 'nodes.drive_id')
        .onRef('tasks.id', '=', 'nodes.deleted_by'),
    )
    .selectAll('nodes')
    .select([
      'parent.kind as parent_kind',
      'versions.node_id as version_node_id',
      'versions.size as version_size',
      'versions.hash as version_hash',
      'tasks.id as task_id',
      'tasks.ended_at as task_ended_at',
    ])
    .select((node) =>
      node
        .selectFrom('node_tags')
        .select(keptTags.as('tags'))
        .whereRef('node_tags.drive_id', '=', 'nodes.drive_id')
        .whereRef('node_tags.node_id', '=', 'nodes.id')
        .as('kept_tags'),
    )
    .where('nodes.drive_id', '=', driveId)
    .where('nodes.id', '>', after)
    .orderBy('nodes.id')
}

const keptTags = sql<string | null>`string_agg(tag, ${sql.lit(TAG_MARK)})`

export type CheckedVersion = VersionRow & {
  node_kind: NodeRow['kind'] | null
  blob_size: number | null
  blob_hash: string | null
  found_blob_id: string | null
}

export function listVersions(
  reader: Reader,
  driveId: string,
  after: string,
  limit: number,
): Promise<CheckedVersion[]> {
  return versionsQuery(reader, driveId, after).limit(limit).execute()
}

export function versionsQuery(reader: Reader, driveId: string, after: string) {
  return reader
    .selectFrom('versions')
    .leftJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'versions.drive_id')
        .onRef('nodes.id', '=', 'versions.node_id'),
    )
    .leftJoin('blobs', (join) =>
      join
        .onRef('blobs.drive_id', '=', 'versions.drive_id')
        .onRef('blobs.id', '=', 'versions.blob_id'),
    )
    .selectAll('versions')
    .select([
      'nodes.kind as node_kind',
      'blobs.id as found_blob_id',
      'blobs.size as blob_size',
      'blobs.hash as blob_hash',
    ])
    .where('versions.drive_id', '=', driveId)
    .where('versions.id', '>', after)
    .orderBy('versions.id')
}

export type CheckedBlob = BlobRow & { versions: number; uploads: number }

export async function listBlobs(
  reader: Reader,
  driveId: string,
  after: string,
  limit: number,
): Promise<CheckedBlob[]> {
  const rows = await blobsQuery(reader, driveId, after).limit(limit).execute()
  return rows.map((row) => ({
    ...row,
    versions: Number(row.versions),
    uploads: Number(row.uploads),
  }))
}

export function blobsQuery(reader: Reader, driveId: string, after: string) {
  return reader
    .selectFrom('blobs')
    .selectAll('blobs')
    .select((blob) => [
      blob
        .selectFrom('versions')
        .select((version) => version.fn.countAll<number>().as('n'))
        .whereRef('versions.drive_id', '=', 'blobs.drive_id')
        .whereRef('versions.blob_id', '=', 'blobs.id')
        .as('versions'),
      blob
        .selectFrom('uploads')
        .select((upload) => upload.fn.countAll<number>().as('n'))
        .whereRef('uploads.drive_id', '=', 'blobs.drive_id')
        .whereRef('uploads.blob_id', '=', 'blobs.id')
        .as('uploads'),
    ])
    .where('drive_id', '=', driveId)
    .where('id', '>', after)
    .orderBy('id')
}

/** The bytes of a content that is too small for a file of its own. */
export async function findRowBytes(
  reader: Reader,
  driveId: string,
  blobId: string,
): Promise<Uint8Array | undefined> {
  const row = await reader
    .selectFrom('small_contents')
    .select('bytes')
    .where('drive_id', '=', driveId)
    .where('blob_id', '=', blobId)
    .executeTakeFirst()
  return row?.bytes
}

/** What the versions of a drive hold, and what clients keep with its files, as the quota counts it. */
export async function sumUsed(reader: Reader, driveId: string): Promise<number> {
  const row = await reader
    .selectFrom('versions')
    .select((version) => version.fn.sum<number>('size').as('bytes'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0) + (await sumProperties(reader, driveId))
}

/** What uploads and tasks that are under way have been promised. */
export async function sumReserved(reader: Reader, driveId: string): Promise<number> {
  const uploads = await reader
    .selectFrom('uploads')
    .select((upload) => upload.fn.sum<number>('reserved').as('bytes'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  const tasks = await reader
    .selectFrom('tasks')
    .select((task) => task.fn.sum<number>('reserved').as('bytes'))
    .where('drive_id', '=', driveId)
    .executeTakeFirstOrThrow()
  return Number(uploads.bytes ?? 0) + Number(tasks.bytes ?? 0)
}

export async function findLastSeq(reader: Reader, driveId: string): Promise<number> {
  const row = await reader
    .selectFrom('changes')
    .select('seq')
    .where('drive_id', '=', driveId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

export function listTagsWithoutNode(
  reader: Reader,
  driveId: string,
  limit: number,
): Promise<{ node_id: string; tag: string }[]> {
  return reader
    .selectFrom('node_tags')
    .leftJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'node_tags.drive_id')
        .onRef('nodes.id', '=', 'node_tags.node_id'),
    )
    .select(['node_tags.node_id', 'node_tags.tag'])
    .where('node_tags.drive_id', '=', driveId)
    .where('nodes.id', 'is', null)
    .limit(limit)
    .execute()
}

export function listShortcutsWithoutNode(
  reader: Reader,
  driveId: string,
  limit: number,
): Promise<{ node_id: string }[]> {
  return reader
    .selectFrom('shortcuts')
    .leftJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'shortcuts.drive_id')
        .onRef('nodes.id', '=', 'shortcuts.node_id'),
    )
    .select('shortcuts.node_id')
    .where('shortcuts.drive_id', '=', driveId)
    .where('nodes.id', 'is', null)
    .limit(limit)
    .execute()
}

export function listTornTasks(
  reader: Reader,
  driveId: string,
  limit: number,
): Promise<Pick<TaskRow, 'id' | 'phase' | 'ended_at'>[]> {
  return reader
    .selectFrom('tasks')
    .select(['id', 'phase', 'ended_at'])
    .where('drive_id', '=', driveId)
    .where((task) =>
      task.or([
        task.and([task('ended_at', 'is', null), task('phase', 'not in', ['pending', 'running'])]),
        task.and([task('ended_at', 'is not', null), task('phase', 'in', ['pending', 'running'])]),
      ]),
    )
    .limit(limit)
    .execute()
}

/** How many nodes are found by going down from whatever lies on top: the root, trash, deletions. */
export async function countReachable(reader: Reader, driveId: string): Promise<number> {
  const row = await fromTheTop(reader, driveId)
    .selectFrom('below')
    .select((below) => below.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export function listUnreachable(
  reader: Reader,
  driveId: string,
  limit: number,
): Promise<Pick<NodeRow, 'id' | 'parent_id'>[]> {
  return fromTheTop(reader, driveId)
    .selectFrom('nodes')
    .select(['nodes.id', 'nodes.parent_id'])
    .where('nodes.drive_id', '=', driveId)
    .where((node) => node('nodes.id', 'not in', node.selectFrom('below').select('below.id')))
    .orderBy('nodes.id')
    .limit(limit)
    .execute()
}

function fromTheTop(reader: Reader, driveId: string) {
  return reader.withRecursive('below(id)', (query) =>
    query
      .selectFrom('nodes')
      .select('nodes.id')
      .where('nodes.drive_id', '=', driveId)
      .where('nodes.parent_id', 'is', null)
      .unionAll(
        query
          .selectFrom('below')
          // In this order: SQLite would rather go through all nodes of the drive at every step.
          .crossJoin('nodes')
          .select('nodes.id')
          .whereRef('nodes.parent_id', '=', 'below.id')
          .where('nodes.drive_id', '=', driveId),
      ),
  )
}

export function findNodeRow(
  reader: Reader,
  driveId: string,
  id: string,
): Promise<NodeRow | undefined> {
  return reader
    .selectFrom('nodes')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The files that have a content, or had it once. */
export function listNodesOfBlob(
  reader: Reader,
  driveId: string,
  blobId: string,
  limit: number,
): Promise<(NodeRow & { is_current: number })[]> {
  return reader
    .selectFrom('versions')
    .innerJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'versions.drive_id')
        .onRef('nodes.id', '=', 'versions.node_id'),
    )
    .selectAll('nodes')
    .select(
      sql<number>`case when nodes.version_id = versions.id then 1 else 0 end`.as('is_current'),
    )
    .where('versions.drive_id', '=', driveId)
    .where('versions.blob_id', '=', blobId)
    .orderBy('versions.id')
    .limit(limit)
    .execute()
}
