import type { Reader } from '../../db/database.ts'
import type { ChangeRow } from '../../db/tables.ts'
import type { OpenDrive, Top } from '../access/reach.ts'
import { allows, type RightSet } from '../access/rights.ts'
import { findStepsUp } from '../access/ways-up.ts'
import { findLastMoves } from './activity.store.ts'

/**
 * Which actions on what the caller sees are told to them. Who may change something knows all of its past, as they may bring its
 * versions back. Everybody else was let in as it was then: they are told what happened since, and of what was moved to where they
 * see it, since the last of its moves. What happened before has names that they were not to read.
 */
export async function findToldSince(
  reader: Reader,
  drive: OpenDrive,
  rows: readonly ChangeRow[],
  rightsOn: (nodeId: string) => RightSet,
): Promise<(row: ChangeRow) => boolean> {
  const { tops, isUniform } = drive.reach
  const isLimited = ({ node_id }: ChangeRow) => !allows(rightsOn(node_id), 'edit')
  const limited = [...new Set(rows.filter(isLimited).map(({ node_id }) => node_id))]
  if (limited.length === 0) return () => true
  const startOf = isUniform ? () => [toStart(tops)] : await findStarts(reader, drive, limited)
  return (row) =>
    !isLimited(row) || startOf(row.node_id).some(({ at, seq }) => row.at > at && row.seq >= seq)
}

/** What comes after the time of the grant, and not before the last move. */
interface Start {
  at: number
  seq: number
}

function toStart(tops: readonly Top[]): Start {
  return { at: Math.min(...tops.map(({ since }) => since)), seq: 0 }
}

/** One for each grant by which a node is seen. */
async function findStarts(
  reader: Reader,
  { id: driveId, root_id, reach }: OpenDrive,
  nodeIds: readonly string[],
): Promise<(nodeId: string) => Start[]> {
  const topsOn = Map.groupBy(reach.tops, ({ nodeId }) => nodeId)
  const steps = await findStepsUp(reader, driveId, nodeIds)
  const parentOf = new Map(steps.map(({ id, parent_id }) => [id, parent_id]))
  const moves = await findLastMoves(reader, driveId, [...parentOf.keys()])
  return (nodeId) => {
    const starts: Start[] = []
    let seq = 0
    for (let id: string | null | undefined = nodeId; id; id = parentOf.get(id)) {
      const tops = topsOn.get(id)
      // There is no outside of a whole drive.
      if (tops) starts.push({ ...toStart(tops), seq: id === root_id ? 0 : seq })
      seq = Math.max(seq, moves.get(id) ?? 0)
    }
    return starts
  }
}
