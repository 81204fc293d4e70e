import { createHash } from 'node:crypto'
import { isServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import {
  findOpenNode,
  openNode,
  openTarget,
  requireAllSeen,
  type TargetFolder,
} from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { listChildren } from '../nodes/tree.ts'
import {
  type ChosenCursor,
  ChosenQueue,
  countChosenTrees,
  prepareChosen,
} from '../tasks/chosen-nodes.ts'
import type { TaskInputs } from '../tasks/task-inputs.ts'
import {
  attempt,
  type Failure,
  type Step,
  staysOnTop,
  type TaskKind,
  toFailure,
  unknownNode,
} from '../tasks/task-kind.ts'
import { Copier } from './copier.ts'

/** A folder whose content is being copied. */
interface Frame {
  from: string
  to: string
  /** How deep the copy lies. */
  depth: number
  /** The last of its content that was dealt with. */
  after: string | undefined
}

interface Cursor {
  /** Which of those on top were dealt with. */
  at: ChosenCursor
  /** How many nodes were made. */
  made: number
  /** From the copied folder down to the one that the copy is in: never more than a tree is deep. */
  frames: Frame[]
}

/** So many nodes a step makes, and fewer when they take long. */
const NODES_PER_STEP = 200
const SMALL_NODES = 50

/**
 * Walks through the trees folder by folder; where it is stands in its cursor. Nothing is copied that
 * was made by the copy itself or after it began: a folder that is copied into itself, or by two
 * copies into each other, comes to an end.
 */
export const copyNodes: TaskKind<TaskInputs['copy'], Cursor> = {
  right: 'view',

  async prepare(transaction, input) {
    const { drive, writer } = transaction
    const { folder } = await openTarget(writer, drive, input.parentId, 'add')
    return { ...(await prepareChosen(transaction, input)), parentId: folder.id }
  },

  count: (reader, drive, { input }) => countChosenTrees(reader, drive, input),

  async step(transaction, task) {
    const { drive, writer } = transaction
    const { parentId, conflict } = task.input
    const { at, made = 0, frames = [] }: Partial<Cursor> = task.cursor ?? {}
    const prefix = idPrefix(task.id)
    const queue = new ChosenQueue(transaction, task.input, at, isMeant)
    const copier = new Copier(transaction, { prefix, made })
    const failures: Failure[] = []
    let efforts = 0

    const result = (end?: Step<Cursor>['end']): Step<Cursor> => ({
      cursor: { at: queue.cursor, made: copier.made, frames },
      done: copier.made - made + failures.length,
      failures,
      ...(end && { end }),
    })

    try {
      let into: TargetFolder | undefined
      // Whoever deletes the copy, or puts it into the trash, has no use for the rest of it.
      const frame = frames.at(-1)
      if (frame) await openTarget(writer, drive, frame.to, 'add')
      if (frame) await requireSource(writer, drive, frame.from)
      while (copier.made - made < NODES_PER_STEP && efforts++ < NODES_PER_STEP) {
        if (Math.max(copier.made - made, efforts) > SMALL_NODES && task.isLate()) break
        const frame = frames.at(-1)
        if (!frame) {
          if (queue.isOver) return result('complete')
          into ??= await openTarget(writer, drive, parentId, 'add')
          const id = await queue.next()
          if (id !== undefined) await copyTop(id, into)
        } else {
          await copyInside(frame)
        }
      }
      return result()
    } catch (error) {
      // No room any more, or nowhere to put it: what was copied stays.
      if (!isServiceError(error)) throw error
      failures.push(toFailure(queue.last, error))
      return result('failed')
    }

    async function copyTop(id: string, into: TargetFolder): Promise<void> {
      const source = await findOpenNode(writer, drive, id)
      if (!source) return void failures.push(unknownNode(id))
      if (!queue.holds(source)) return
      if (source.id === drive.root_id) return void failures.push(staysOnTop(source.id))
      if (source.kind === 'file') copier.checkRoom([source])
      await attempt(source, failures, async () => {
        requireAllSeen(source)
        const to = await copier.copyTop(source, into, { conflict, name: task.input.name })
        if (to === undefined) return
        frames.push({ from: source.id, to, depth: into.above.length + 1, after: undefined })
      })
    }

    /** Folders come first, each with all that is in it; then the files, many at once. */
    async function copyInside(frame: Frame): Promise<void> {
      const limit = NODES_PER_STEP - (copier.made - made)
      const page = await listChildren(writer, drive.id, frame.from, {
        afterSortKey: frame.after,
        limit,
      })
      const [first] = page
      if (!first) return void frames.pop()
      if (first.kind === 'folder') {
        frame.after = first.sort_key
        if (!isMeant(first)) return
        return attempt(first, failures, async () => {
          const depth = frame.depth + 1
          const to = await copier.copyFolder(first, frame.to, depth)
          frames.push({ from: first.id, to, depth, after: undefined })
        })
      }
      const meant = page.filter(isMeant)
      const fitting = copier.fitting(meant)
      await copier.copyFiles(fitting, frame.to)
      frame.after = (fitting.length < meant.length ? fitting : page).at(-1)?.sort_key ?? frame.after
      copier.checkRoom(meant.slice(fitting.length, fitting.length + 1))
    }

    function isMeant({ id, created_at }: { id: string; created_at: number }): boolean {
      return !id.startsWith(prefix) && created_at <= task.createdAt
    }
  },
}

/**
 * What is in a folder is copied without a look at each. Whoever sees the whole drive sees all of it; others
 * must still see the folder.
 */
async function requireSource(reader: Reader, drive: OpenDrive, id: string): Promise<void> {
  if (!drive.reach.isUniform) requireAllSeen(await openNode(reader, drive, id, 'view'))
}

/** What all copies of a task begin their ids with: nobody who does not know the task can guess it. */
export function idPrefix(taskId: string): string {
  const hash = createHash('sha256').update(`copies of ${taskId}`).digest('hex')
  return `c${BigInt(`0x${hash}`).toString(36).slice(-15)}`
}
