import type { Right } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Reader } from '../../db/database.ts'
import type { DriveTransaction } from '../access/drives.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { Node } from '../nodes/tree.ts'

/** Something that could not be done, while the rest was. */
export interface Failure {
  id: string
  name?: string
  error: string
  description: string
  reason?: string
  host?: string
}

/** A task as its kind sees it. */
export interface TaskState<I, C> {
  id: string
  /** Who began it. */
  actorId: string
  input: I
  /** Where the last step ended; undefined before the first. */
  cursor: C | undefined
  /** How much is done. */
  done: number
  createdAt: number
}

/** The same while a step is done. */
export interface StepState<I, C> extends TaskState<I, C> {
  /**
   * Whether others have waited for the drive long enough. A step that has done its smallest part ends
   * then, and small work, which is no more than that, is never divided.
   */
  isLate(): boolean
}

export interface Step<C> {
  cursor: C
  /** How much this step has done. */
  done: number
  failures?: readonly Failure[]
  /** How much there is to do in all, where only the work itself finds out. */
  total?: number
  /** The bytes that the drive promises to the rest of the task; as before unless told. */
  reserved?: number
  /** How many nodes were left where they are, because they were added or changed since. */
  kept?: number
  /** Absent while there is more to do. */
  end?: 'complete' | 'failed' | 'cancelled'
}

/**
 * One kind of long work, as steps. A step is one short transaction that knows nothing but the rows and
 * its cursor, so that another process can do the next one. What takes longer than a transaction may
 * is gathered before it; such work is left to the runner from its first step on.
 */
export interface TaskKind<I, C = unknown, G = unknown> {
  /** What its caller needs on the nodes that it works on, at every step. */
  readonly right: Right
  /**
   * Which workers do it: those for tasks that people wait for, unless told. Those of the network wait for other
   * servers; in spare time is done what nobody waits for.
   */
  pool?: 'network' | 'spare time'
  /** Looks at what is asked for before there is a task; what it throws answers the call. */
  prepare?(transaction: DriveTransaction, input: I, taskId: string): Promise<I>
  /** How much there is to do in all, with what is done. It may take long. Without it, a step says so. */
  count?(reader: Reader, drive: OpenDrive, task: TaskState<I, C>): Promise<number>
  /**
   * Prepares what the next step will write. It may be done again: it changes nothing, or something that is the
   * same when it is done twice. However long it takes, the task stays with its process.
   */
  gather?(driveId: string, task: TaskState<I, C>): Promise<G>
  step(transaction: DriveTransaction, task: StepState<I, C>, gathered?: G): Promise<Step<C>>
  /** What was gathered is certainly never written: the task ended meanwhile, or its step was refused as a whole. */
  onUnused?(gathered: G): Promise<void>
  /** When it ends by something else than a step of its own: it was given up or cancelled. */
  onStopped?(transaction: DriveTransaction, task: TaskState<I, C>): Promise<void>
  /** For work that must not end halfway: from this cursor on it only finishes what it has begun. */
  stop?(cursor: C | undefined): C
}

/**
 * What was refused becomes a failure of this node; anything else ends the step. The work must throw
 * before it writes, for what was written stays.
 */
export async function attempt(
  node: Pick<Node, 'id' | 'name'>,
  failures: Failure[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    failures.push({ ...toFailure(node.id, error), name: node.name })
  }
}

export function toFailure(id: string, { error, description }: ServiceError): Failure {
  return { id, error, description }
}

/** In the words that a single call has for it. */
export function unknownNode(id: string): Failure {
  return { id, error: 'not_found', description: 'no such file or folder' }
}

export function staysOnTop(id: string): Failure {
  return {
    id,
    error: 'invalid_argument',
    description: 'the root folder cannot be copied or deleted',
  }
}
