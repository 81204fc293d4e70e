import type { Right } from '@awan/protocol/drive'
import type { DriveTransaction } from '../access/drives.ts'
import { findOpenNode, type OpenNode, requireRight } from '../access/open-node.ts'
import type { Node } from '../nodes/tree.ts'
import {
  type ChosenCursor,
  type ChosenNodes,
  ChosenQueue,
  countChosen,
  prepareChosen,
} from './chosen-nodes.ts'
import { attempt, type Failure, type TaskKind, unknownNode } from './task-kind.ts'

/**
 * The same for each of some nodes, one after the other, with no look at what lies below them. The work
 * on one node must throw before it writes.
 */
export function inTurn<I extends ChosenNodes>(parts: {
  right: Right
  prepare?: (transaction: DriveTransaction, input: I) => Promise<I>
  work: (transaction: DriveTransaction, node: OpenNode, input: I) => Promise<void>
}): TaskKind<I, ChosenCursor> {
  return {
    right: parts.right,

    async prepare(transaction, input) {
      const prepared = await prepareChosen(transaction, input)
      return (await parts.prepare?.(transaction, prepared)) ?? prepared
    },

    count: (reader, drive, { input }) => countChosen(reader, drive, input),

    async step(transaction, { input, cursor, createdAt, isLate }) {
      const { drive, writer } = transaction
      const isMeant = ({ created_at }: Pick<Node, 'created_at'>) => created_at <= createdAt
      const queue = new ChosenQueue(transaction, input, cursor, isMeant)
      const failures: Failure[] = []
      let done = 0
      for (let effort = 0; effort < EFFORT_PER_STEP && !queue.isOver; ) {
        if (effort >= SMALL_EFFORT && isLate()) break
        const id = await queue.next()
        if (id === undefined) {
          effort += LOOK_EFFORT
          continue
        }
        const node = await findOpenNode(writer, drive, id)
        if (!node) failures.push(unknownNode(id))
        else if (queue.holds(node)) {
          await attempt(node, failures, async () => {
            requireRight(node, drive.reach.right)
            queue.requireWhereSeen(node)
            if (parts.right === 'edit') await requireUnlocked(transaction, node)
            await parts.work(transaction, node, input)
          })
        }
        done += 1
        effort += node?.kind === 'folder' ? FOLDER_EFFORT : 1
      }
      return { cursor: queue.cursor, done, failures, ...(queue.isOver && { end: 'complete' }) }
    },
  }
}

/** What somebody has locked fails alone. */
export async function requireUnlocked(
  { drive, writer }: DriveTransaction,
  { id, parent_id }: OpenNode,
): Promise<void> {
  const folders = parent_id === null ? [] : [parent_id]
  await drive.locks?.require(writer, { nodes: [id], folders, trees: [id] })
}

/** A hundred files are one short transaction. */
const EFFORT_PER_STEP = 100
const SMALL_EFFORT = 20
/** A folder that is moved is looked into. */
const FOLDER_EFFORT = 4
/** With a filter much may be looked at of which nothing passes. */
const LOOK_EFFORT = 25
