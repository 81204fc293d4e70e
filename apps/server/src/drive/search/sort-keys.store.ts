import type { Reader } from '../../db/database.ts'
import type { NodeRow } from '../../db/tables.ts'

/** By what hits are sorted. */
export type SortKeys = Pick<NodeRow, 'id' | 'sort_key' | 'size' | 'modified_at'>

export function listSortKeys(
  reader: Reader,
  driveId: string,
  ids: readonly string[],
): Promise<SortKeys[]> {
  return reader
    .selectFrom('nodes')
    .select(['id', 'sort_key', 'size', 'modified_at'])
    .where('drive_id', '=', driveId)
    .where('id', 'in', ids)
    .execute()
}
