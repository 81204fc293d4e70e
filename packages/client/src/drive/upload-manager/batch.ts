import type { ConflictRule, File } from '@awan/protocol/drive'
import type { Folders } from './folders.ts'
import type { NameHolder } from './name-holder.ts'
import type { Present } from './present.ts'

/** A file whose name is taken where it is to go. */
export interface NameConflict {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly modified_time: string | undefined
  /** The file itself, where it is at hand: to show what it is. */
  readonly source: Blob | undefined
  /** What has the name; unknown where it could not be asked for, or is gone again. */
  readonly holder: File | undefined
}

export interface ConflictAnswer {
  /** `skip` leaves what is there as it is, and the file out. */
  rule: Exclude<ConflictRule, 'fail'> | 'skip'
  /** For every later one of the same addition too. */
  forAll?: boolean | undefined
}

/** One rule for all, or somebody who is asked about one file at a time. */
export type ConflictOption =
  | ConflictRule
  | ((conflict: NameConflict) => ConflictAnswer | Promise<ConflictAnswer>)

export interface AddOptions {
  /** The top folder by default. */
  parent_id?: string | undefined
  /** What happens when a name is taken; `fail` by default. */
  conflict?: ConflictOption | undefined
  /**
   * A file that is there with the same size and modified time is taken for done, as after a reload that
   * came in the middle of many: before any is sent, by reading the folders; or, with `taken`, only where a name is
   * found taken, before `conflict` is asked.
   */
  skipSame?: boolean | 'taken' | undefined
  /** A name of your own for what is added together: `summary().additions` tells by it how far that is. */
  addition?: string | undefined
}

/** How far what was added together is. */
export interface AdditionProgress {
  readonly name: string
  readonly total: number
  readonly done: number
  /** Those to which nothing more happens: done, skipped or cancelled. */
  readonly over: number
  /** More of it are still being found. */
  readonly isCounting: boolean
}

/** What was added together, and what is known about where it goes. */
export interface Batch {
  readonly parentId: string
  readonly conflict: ConflictOption
  readonly folders: Folders
  /** What lies there already, where that is looked at. */
  readonly present: Present | undefined
  readonly holder: NameHolder
  readonly skipsSame: boolean
  /** What somebody answered for all. */
  answer?: ConflictAnswer['rule'] | undefined
  readonly addition: string | undefined
  readonly counts: { total: number; done: number; over: number; reading: number }
}

export function toAdditions(batches: readonly Batch[]): AdditionProgress[] {
  return batches.flatMap(({ addition, counts: { total, done, over, reading } }) =>
    addition === undefined ? [] : [{ name: addition, total, done, over, isCounting: reading > 0 }],
  )
}

/** The rule to send with; who is to be asked is asked when the name proves taken. */
export function ruleOf({ conflict, answer }: Batch): ConflictRule {
  if (typeof conflict !== 'function') return conflict
  return answer === undefined || answer === 'skip' ? 'fail' : answer
}
