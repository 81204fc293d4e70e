import type { Reader, Writer } from '../../db/database.ts'
import type { NodeRow, VersionRow } from '../../db/tables.ts'

/** A place in the versions of a file. */
export type VersionKey = Pick<VersionRow, 'created_at' | 'id'>

export interface VersionPage {
  before: VersionKey | undefined
  limit: number
}

/** Newest first. */
export function listVersionsOf(
  reader: Reader,
  node: Pick<NodeRow, 'drive_id' | 'id'>,
  { before, limit }: VersionPage,
): Promise<VersionRow[]> {
  return versionQuery(reader, node, before).limit(limit).execute()
}

/** For whoever runs it and for whoever looks at its plan. */
export function versionQuery(
  reader: Reader,
  node: Pick<NodeRow, 'drive_id' | 'id'>,
  before: VersionKey | undefined,
) {
  const query = reader
    .selectFrom('versions')
    .selectAll()
    .where('drive_id', '=', node.drive_id)
    .where('node_id', '=', node.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (before === undefined) return query
  return query.where((version) =>
    version(version.refTuple('created_at', 'id'), '<', version.tuple(before.created_at, before.id)),
  )
}

export async function renameVersion(
  writer: Writer,
  version: Pick<VersionRow, 'drive_id' | 'id'>,
  name: string | null,
): Promise<void> {
  await writer
    .updateTable('versions')
    .set({ name })
    .where('drive_id', '=', version.drive_id)
    .where('id', '=', version.id)
    .execute()
}

/** Of several that one key could have made, there is one at most. */
export function findVersionByPrefix(
  reader: Reader,
  driveId: string,
  prefix: string,
): Promise<Pick<VersionRow, 'id'> | undefined> {
  return reader
    .selectFrom('versions')
    .select('id')
    .where('drive_id', '=', driveId)
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}~`)
    .limit(1)
    .executeTakeFirst()
}

/** Which of some versions may go: no name keeps them, and the file holds another one now. */
export async function listSpare(
  reader: Reader,
  node: Pick<NodeRow, 'drive_id' | 'id'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('versions')
    .innerJoin('nodes', (join) =>
      join
        .onRef('nodes.drive_id', '=', 'versions.drive_id')
        .onRef('nodes.id', '=', 'versions.node_id'),
    )
    .select('versions.id')
    .where('versions.drive_id', '=', node.drive_id)
    .where('versions.id', 'in', ids)
    .where('versions.node_id', '=', node.id)
    .where('versions.name', 'is', null)
    .whereRef('versions.id', '!=', 'nodes.version_id')
    .execute()
  return rows.map(({ id }) => id)
}

export type FileKey = Pick<VersionRow, 'drive_id' | 'node_id'>

/** Files with more versions than one, in the order of their ids. It goes through all: not for short work. */
export function listFilesWithVersions(
  reader: Reader,
  after: FileKey,
  { olderThan, limit }: { olderThan: number; limit: number },
): Promise<FileKey[]> {
  return reader
    .selectFrom('versions')
    .select(['drive_id', 'node_id'])
    .where((version) =>
      version(
        version.refTuple('drive_id', 'node_id'),
        '>',
        version.tuple(after.drive_id, after.node_id),
      ),
    )
    .groupBy(['drive_id', 'node_id'])
    .having((version) =>
      version.and([
        version(version.fn.countAll<number>(), '>', 1),
        version(version.fn.min('created_at'), '<', olderThan),
      ]),
    )
    .orderBy('drive_id')
    .orderBy('node_id')
    .limit(limit)
    .execute()
}
