import type { Reader } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'

export interface DeedPage {
  nodeId: string | undefined
  before: Pick<ChangeRow, 'at' | 'seq'> | undefined
}

/** Newest first; only what somebody did. */
export function listDeeds(
  reader: Reader,
  driveId: string,
  page: DeedPage & { limit: number },
): Promise<ChangeRow[]> {
  return deedQuery(reader, driveId, page).limit(page.limit).execute()
}

/** For whoever runs it and for whoever looks at its plan. */
export function deedQuery(reader: Reader, driveId: string, { nodeId, before }: DeedPage) {
  let query = reader
    .selectFrom('changes')
    .selectAll()
    .where('drive_id', '=', driveId)
    .where('action', 'is not', null)
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
  if (nodeId !== undefined) query = query.where('node_id', '=', nodeId)
  if (before === undefined) return query
  return query.where((change) =>
    change(change.refTuple('at', 'seq'), '<', change.tuple(before.at, before.seq)),
  )
}
