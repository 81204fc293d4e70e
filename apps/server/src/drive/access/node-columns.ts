import type { NodeRow } from '../../db/tables.ts'

/** What a list does not show of a node. */
export type UnlistedColumn =
  | 'touched_at'
  | 'trashed_from'
  | 'deleted_by'
  | 'search_name'
  | 'taken_at'
  | 'aspect'
  | 'duration_ms'
  | 'camera'
  | 'number'

/** Those of them that the entries of one folder do not share. */
export const ENTRY_COLUMNS = [
  'id',
  'kind',
  'name',
  'sort_key',
  'size',
  'version_id',
  'hash',
  'mime_type',
  'revision',
  'created_at',
  'modified_at',
  'type',
  'description',
  'tag_list',
  'trashed_at',
  'created_by',
] as const satisfies Exclude<keyof NodeRow, UnlistedColumn>[]

const LISTED_COLUMNS = ['drive_id', 'parent_id', ...ENTRY_COLUMNS] as const

/** All of them: a prepared query names each. */
export const NODE_COLUMNS = [
  ...LISTED_COLUMNS,
  'touched_at',
  'trashed_from',
  'deleted_by',
  'search_name',
  'taken_at',
  'aspect',
  'duration_ms',
  'camera',
  'number',
] as const
