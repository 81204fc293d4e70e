import type { Tables } from '../../db/tables.ts'

/** Tables whose rows belong to a drive. */
export type DriveTableName = {
  [T in keyof Tables]: Tables[T] extends { drive_id: string } ? T : never
}[keyof Tables]

/** What happens to the rows of one table when a drive is removed, or merged into another drive. */
export type DriveTable = {
  [T in DriveTableName]: {
    readonly name: T
    /** What tells its rows apart within a drive. */
    readonly key: readonly (keyof Tables[T] & string)[]
    /**
     * `moves`: the rows go to the other drive as they are. `ends`: they are deleted with the drive. `own`: the
     * table needs more than that, and `merge-drive.ts` does it.
     */
    readonly merge: 'moves' | 'ends' | 'own'
  }
}[DriveTableName]

/**
 * Every table of a drive, in the order in which a drive is removed: rows go before the rows that they
 * refer to. A new table is added here, or to `carriedTables`; a test fails for one that is missing.
 */
export const driveTables = [
  { name: 'archives', key: ['id'], merge: 'ends' },
  { name: 'chunk_folders', key: ['person_sub', 'name'], merge: 'ends' },
  { name: 'upload_proofs', key: ['upload_id'], merge: 'ends' },
  { name: 'uploads', key: ['id'], merge: 'ends' },
  { name: 'versions', key: ['id'], merge: 'own' },
  { name: 'blobs', key: ['id'], merge: 'own' },
  { name: 'node_tags', key: ['node_id', 'tag'], merge: 'moves' },
  { name: 'node_marks', key: ['node_id', 'person_sub'], merge: 'moves' },
  { name: 'grants', key: ['id'], merge: 'moves' },
  { name: 'shortcuts', key: ['node_id'], merge: 'moves' },
  { name: 'node_locks', key: ['token'], merge: 'ends' },
  { name: 'node_properties', key: ['node_id', 'namespace', 'name'], merge: 'moves' },
  { name: 'inbox_messages', key: ['id'], merge: 'moves' },
  { name: 'group_messages', key: ['node_id', 'group_id'], merge: 'moves' },
  { name: 'offers', key: ['id'], merge: 'moves' },
  { name: 'nodes', key: ['id'], merge: 'own' },
  { name: 'text_terms', key: ['term', 'blob_id'], merge: 'own' },
  { name: 'text_pieces', key: ['blob_id', 'at'], merge: 'own' },
  { name: 'texts', key: ['blob_id'], merge: 'own' },
  { name: 'text_queue', key: ['version_id'], merge: 'own' },
  { name: 'name_terms', key: ['term', 'node_id'], merge: 'moves' },
  { name: 'changes', key: ['seq'], merge: 'ends' },
  { name: 'gone_nodes', key: ['id', 'seq'], merge: 'ends' },
  { name: 'folder_seqs', key: ['node_id'], merge: 'own' },
  { name: 'tasks', key: ['id'], merge: 'moves' },
] as const satisfies readonly DriveTable[]

/**
 * Tables whose rows the database itself deletes, and moves, with the row that they belong to: a foreign
 * key of theirs cascades.
 */
export const carriedTables = [
  'share_aliases',
  'links',
  'link_visitors',
  'link_downloads',
  'link_arrivals',
  'upload_blocks',
  'upload_claims',
  'tus_uploads',
  'tus_pieces',
  'chunks',
  'small_contents',
  'content_checksums',
  'blob_checksums',
  'thumbnail_jobs',
  'thumbnails',
  'archive_parts',
] as const satisfies readonly DriveTableName[]
