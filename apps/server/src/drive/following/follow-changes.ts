import { MAX_WAIT_SECONDS } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { ChangeRow, DriveRow } from '../../db/tables.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { markLocked } from '../access/mark-locked.ts'
import { type OpenNode, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findChangesFor } from '../changes/changes.ts'
import type { Signals } from '../changes/signals.ts'
import { parseCursor, toCursor } from './cursor.ts'
import type { Visitors } from './visitors.ts'

export interface ChangedNode {
  id: string
  seq: number
  /** Undefined when it is gone for good. */
  node: OpenNode | undefined
}

export interface ChangesPage {
  changes: ChangedNode[]
  cursor: string
  hasMore: boolean
  /** Where the cursor is. */
  seq: number
}

export interface Question {
  cursor: string | undefined
  size: number
  waitMs: number
  /** False for whoever shows no locks: that one began or ended is no change for them. */
  hasLocks?: boolean | undefined
  /** Ends the wait: nobody listens to the answer any more. */
  signal?: AbortSignal | undefined
}

export interface FollowOptions {
  drives: Drives
  signals: Signals
  visitors: Visitors
  /** Ends every wait. */
  stopped: AbortSignal
  maxWaitMs?: number | undefined
}

/**
 * What came after a cursor. A node that changed often is told once, as it is now: so whoever has read
 * up to the end knows exactly the present, however the changes were cut into pages.
 */
export function createFollow(options: FollowOptions) {
  const { drives, signals, visitors, stopped, maxWaitMs = MAX_WAIT_SECONDS * 1000 } = options

  async function readPage(
    access: Access,
    { cursor, size, hasLocks }: Pick<Question, 'cursor' | 'size' | 'hasLocks'>,
  ): Promise<ChangesPage> {
    return drives.read(access, async (reader, drive) => {
      if (cursor === undefined) return present(drive)
      const after = parseCursor(cursor, drive)
      const rows = await findChangesFor(reader, drive.id, drive.reach.actorId, {
        after,
        limit: size + 1,
        hasLocks,
      })
      const shown = rows.slice(0, size)
      // Set anew, so that each stands where its last change does.
      const lastSeqs = new Map<string, number>()
      for (const { node_id, seq } of shown) {
        lastSeqs.delete(node_id)
        lastSeqs.set(node_id, seq)
      }
      const nodes = await openNodes(reader, drive, [...lastSeqs.keys()])
      await markLocked(reader, drive, [...nodes.values()])
      const isTold = await toldOf(reader, drive, shown)
      const hasMore = rows.length > size
      const changes = [...lastSeqs].map(([id, seq]) => ({ id, seq, node: nodes.get(id) }))
      const seq = hasMore ? (shown.at(-1)?.seq ?? after) : drive.seq
      return {
        changes: goneLast(changes.filter(({ id, node }) => node || isTold(id))),
        cursor: toCursor(drive.id, seq),
        hasMore,
        seq,
      }
    })
  }

  return async function follow(access: Access, question: Question): Promise<ChangesPage> {
    const { driveId: id } = access
    const first = await readPage(access, question)
    if (question.cursor === undefined || question.waitMs === 0 || first.changes.length > 0) {
      return first
    }
    const leave = visitors.enter(access.actor)
    const bell = createBell(question.signal ? [stopped, question.signal] : [stopped])
    const unwatch = signals.watch(id, bell.ring)
    const timer = setTimeout(bell.close, Math.min(question.waitMs, maxWaitMs))
    try {
      // Read again once the watch is set: what came in between rang no bell.
      for (;;) {
        const page = await readPage(access, question)
        if (page.changes.length > 0 || !(await bell.next())) return page
      }
    } finally {
      clearTimeout(timer)
      unwatch()
      bell.close()
      leave()
    }
  }
}

/**
 * Whoever drops a folder that is gone drops all that lies below it as far as they know. What was moved
 * out of it before, and changed again after, would go with it, were it not told first.
 */
function goneLast(changes: readonly ChangedNode[]): ChangedNode[] {
  return [...changes.filter(({ node }) => node), ...changes.filter(({ node }) => !node)]
}

/**
 * Whether the caller is told that a node is gone. Whoever sees only some of the drive is told of what was in
 * a folder that they see; of all else they never knew.
 */
async function toldOf(
  reader: Reader,
  drive: OpenDrive,
  rows: readonly Pick<ChangeRow, 'node_id' | 'old_parent_id' | 'private_to'>[],
): Promise<(nodeId: string) => boolean> {
  if (drive.reach.isUniform) return () => true
  const folders = new Set(rows.flatMap(({ old_parent_id }) => old_parent_id ?? []))
  const seen = await openNodes(reader, drive, [...folders])
  const told = new Set(
    rows
      // What is for this caller alone is about something that they know, or knew.
      .filter((row) => row.private_to !== null || seen.has(row.old_parent_id ?? ''))
      .map(({ node_id }) => node_id),
  )
  return (nodeId) => told.has(nodeId)
}

function present(drive: DriveRow): ChangesPage {
  return { changes: [], cursor: toCursor(drive.id, drive.seq), hasMore: false, seq: drive.seq }
}

/** Remembers a ring until somebody waits for it. */
function createBell(signals: readonly AbortSignal[]) {
  let hasRung = false
  let isClosed = signals.some(({ aborted }) => aborted)
  let wake: (() => void) | undefined
  const close = () => {
    isClosed = true
    for (const signal of signals) signal.removeEventListener('abort', close)
    wake?.()
  }
  for (const signal of signals) signal.addEventListener('abort', close)
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    close,
    /** False once it is closed. */
    async next(): Promise<boolean> {
      if (!hasRung && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const rang = hasRung
      hasRung = false
      return rang && !isClosed
    },
  }
}
