import { ROOT_ID } from '@awan/protocol'
import type { DriveTransaction } from '../drives/drives.ts'
import { findNode, type Node } from '../nodes/tree.ts'
import { attempt, type Failure, type TaskKind, unknownNode } from './task-kind.ts'

export interface NodeIds {
  ids: readonly string[]
}

/**
 * The same for each of some nodes, one after the other, with no look at what lies below them. The work
 * on one node must throw before it writes.
 */
export function inTurn<I extends NodeIds>(parts: {
  prepare?: (transaction: DriveTransaction, input: I) => Promise<I>
  work: (transaction: DriveTransaction, node: Node, input: I) => Promise<void>
}): TaskKind<I, number> {
  return {
    ...(parts.prepare && { prepare: parts.prepare }),
    count: async (_reader, _driveId, { input }) => input.ids.length,

    async step(transaction, { input, cursor: at = 0 }) {
      const { drive, writer } = transaction
      const failures: Failure[] = []
      let next = at
      for (let effort = 0; effort < EFFORT_PER_STEP && next < input.ids.length; next++) {
        const id = input.ids[next] ?? ''
        const node = await findNode(writer, drive.id, id === ROOT_ID ? drive.root_id : id)
        if (!node) failures.push(unknownNode(id))
        else await attempt(node, failures, () => parts.work(transaction, node, input))
        effort += node?.kind === 'folder' ? FOLDER_EFFORT : 1
      }
      const isOver = next >= input.ids.length
      return { cursor: next, done: next - at, failures, ...(isOver && { end: 'complete' }) }
    },
  }
}

/** A hundred files are one short transaction. */
const EFFORT_PER_STEP = 100
/** A folder that is moved is looked into. */
const FOLDER_EFFORT = 4
