import type { Reader } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'

export interface ActionPage {
  nodeId: string | undefined
  before: Pick<ChangeRow, 'at' | 'seq'> | undefined
}

/** Newest first; only what somebody did. */
export function listActions(
  reader: Reader,
  driveId: string,
  page: ActionPage & { limit: number },
): Promise<ChangeRow[]> {
  return actionQuery(reader, driveId, page).limit(page.limit).execute()
}

/** For whoever runs it and for whoever looks at its plan. */
export function actionQuery(reader: Reader, driveId: string, { nodeId, before }: ActionPage) {
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
