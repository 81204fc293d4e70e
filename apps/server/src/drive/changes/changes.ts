import type { Writer } from '../../db/database.ts'
import type { ChangeRow, DriveRow } from '../../db/tables.ts'
import { type GoneNode, postChanges, postGoneNodes, raiseSeq } from './changes.store.ts'
import { type NodeEvent, nodeOf, oldState, readerOf, typeOf } from './node-event.ts'
import type { TellSeq } from './signals.ts'

export {
  deleteChanges,
  deleteGoneNodes,
  deleteGranteeSeq,
  findChanges,
  findChangesFor,
  findOldestChanges,
  findSeqs,
  forgetUpTo,
  type OldestChanges,
  raiseForgottenSeq,
  raiseGranteeSeqs,
  raiseHistoryFrom,
} from './changes.store.ts'

/** What a person did, as the activity of the drive shows it. */
export interface Action {
  /** Absent where it is a part of something that is shown already. */
  action?: string | undefined
  /** What belongs to it: its name then, where it was before. */
  data?: Record<string, unknown>
}

export type RecordChange = (event: NodeEvent, action?: Action) => void

/** For nodes that go for good with a folder above them. Nobody is told of it; the history knows it. */
export type RecordGone = (nodes: readonly GoneNode[]) => void

/**
 * What happened in a drive, in the order of its `seq`; written in the transaction that did it. The
 * first change has the number that the transaction has taken, each further one the next.
 */
export class ChangeLog {
  readonly #drive: DriveRow
  readonly #actorId: string
  readonly #now: number
  readonly #tell: TellSeq | undefined
  readonly #rows: ChangeRow[] = []
  readonly #gone: GoneNode[] = []
  /** Everything that was recorded. */
  readonly events: NodeEvent[] = []

  constructor(drive: DriveRow, actorId: string, now: number, tell: TellSeq | undefined) {
    this.#drive = drive
    this.#actorId = actorId
    this.#now = now
    this.#tell = tell
  }

  readonly record: RecordChange = (event, action) => {
    this.events.push(event)
    this.#rows.push({
      drive_id: this.#drive.id,
      seq: this.#drive.seq + this.#rows.length,
      node_id: nodeOf(event).id,
      type: typeOf(event),
      at: this.#now,
      actor_sub: this.#actorId,
      action: action?.action ?? null,
      data: action?.data ? JSON.stringify(action.data) : null,
      ...oldState(event),
      private_to: readerOf(event, this.#actorId),
    })
  }

  readonly recordGone: RecordGone = (nodes) => {
    this.#gone.push(...nodes)
  }

  /** The last thing that its transaction does. */
  async write(writer: Writer): Promise<void> {
    // After the last change: what was above them is deleted by then.
    postGoneNodes(writer, this.#drive.id, this.lastSeq, this.#gone)
    if (this.#rows.length === 0) return
    postChanges(writer, this.#rows)
    if (this.#rows.length > 1) await raiseSeq(writer, this.#drive.id, this.lastSeq)
    writer.afterCommit(() => this.#tell?.(this.#drive.id, this.lastSeq))
  }

  /** The number that the drive has after this transaction. */
  get lastSeq(): number {
    return this.#drive.seq + Math.max(this.#rows.length - 1, 0)
  }
}
