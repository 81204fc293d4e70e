import { ServiceError } from '@awan/protocol/errors'
import { findOpenNode } from '../access/open-node.ts'
import { toEtag } from '../nodes/etag.ts'
import { listNames } from '../nodes/tree.ts'
import { updateNode } from '../nodes/update-node.ts'
import { requireUnlocked } from './in-turn.ts'
import { orderNames } from './order-names.ts'
import type { TaskInputs } from './task-inputs.ts'
import { attempt, type Failure, type TaskKind, unknownNode } from './task-kind.ts'

interface Cursor {
  /** How many names were given or refused. */
  at: number
  /** The node that has made way, as it was left. */
  away?: { id: string; etag: string } | undefined
}

/** A hundred names are one short transaction. */
const NAMES_PER_STEP = 100
const SMALL_STEP = 20

/** Gives each node a name of its own. Nothing makes way for a name but what gets another one in the same task. */
export const renameNodes: TaskKind<TaskInputs['rename'], Cursor> = {
  right: 'edit',

  async prepare({ drive, writer }, { names }) {
    const ids = new Set(names.map(({ id }) => id))
    if (ids.size < names.length) {
      throw new ServiceError('invalid_argument', { description: 'an id is given twice' })
    }
    return { names: orderNames(names, await listNames(writer, drive.id, [...ids])) }
  },

  count: async (_reader, _drive, { input }) =>
    input.names.filter(({ turn }) => turn !== 'makes way').length,

  async step(transaction, { input, cursor = { at: 0 }, isLate }) {
    const { drive, writer } = transaction
    const { names } = input
    const failures: Failure[] = []
    let { at, away } = cursor
    let done = 0
    for (let count = 0; count < NAMES_PER_STEP; count++) {
      const next = names[at]
      if (!next || (count >= SMALL_STEP && isLate())) break
      at += 1
      if (next.turn !== 'makes way') done += 1
      // It could not make way, which is a failure already.
      if (next.turn === 'follows' && away?.id !== next.id) continue
      const node = await findOpenNode(writer, drive, next.id)
      if (!node) {
        failures.push(unknownNode(next.id))
        continue
      }
      await attempt(node, failures, async () => {
        await requireUnlocked(transaction, node)
        const { id, name, turn } = next
        if (turn === 'makes way') {
          const renamed = await updateNode(transaction, id, { name, conflict: 'rename' }, next.etag)
          away = { id, etag: toEtag(renamed) }
          return
        }
        const etag = turn === 'follows' ? away?.etag : next.etag
        await updateNode(transaction, id, { name, conflict: 'fail' }, etag)
      })
    }
    return { cursor: { at, away }, done, failures, ...(at >= names.length && { end: 'complete' }) }
  },
}
