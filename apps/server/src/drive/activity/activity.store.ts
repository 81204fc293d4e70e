import type { Reader } from '../../db/database.ts'
import { createPreparedListQuery } from '../../db/prepared-query.ts'
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

/** Of these nodes, by which change each was last moved. */
export async function findLastMoves(
  reader: Reader,
  driveId: string,
  nodeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await lastMoves(reader, { driveId }, nodeIds)
  return new Map(rows.map(({ node_id, seq }) => [node_id, Number(seq)]))
}

const lastMoves = createPreparedListQuery('last_moves', ['driveId'], (reader, { driveId }, ids) =>
  lastMovesQuery(reader, driveId, ids),
)

/** For whoever runs it and for whoever looks at its plan. */
export function lastMovesQuery(reader: Reader, driveId: string, nodeIds: readonly string[]) {
  return reader
    .selectFrom('changes')
    .select(['node_id', (change) => change.fn.max('seq').as('seq')])
    .where('drive_id', '=', driveId)
    .where('node_id', 'in', nodeIds)
    .where('action', '=', 'move')
    .groupBy('node_id')
}
