import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Drives } from '../access/drives.ts'
import type { HashThreads } from '../uploads/hash-threads.ts'
import type { Problem } from './problem.ts'

export interface CheckParts {
  db: Database
  blobs: BlobStore
  drives: Drives
  clock: Clock
  describeOwner(sub: string): Promise<Owner | undefined>
}

export interface Owner {
  /** As an operator knows them: an e-mail address, a phone number, a name. */
  name: string
  /** Their drive is being removed, piece by piece: its numbers do not fit together any more. */
  isLeaving: boolean
}

export interface CheckOptions {
  /** One person's drive alone; then nobody looks for contents that no drive knows. */
  ownerSub?: string | undefined
  /** Whether every content is read and hashed, and not only looked for. */
  readsContents: boolean
  repairs?: boolean
  onProblem?: (problem: Problem) => void
  onProgress?: (progress: CheckProgress) => void
}

export interface CheckProgress {
  step: 'files' | 'contents' | 'store'
  done: number
  /** Undefined where nobody knows it. */
  total: number | undefined
  unit: 'rows' | 'bytes' | 'contents'
  /** How fast it goes, where it is worth knowing. */
  perSecond?: number
}

/** One drive under check. */
export interface DriveCheck extends CheckParts {
  drive: DriveRow
  /** One for each core. */
  threads: HashThreads
  readsContents: boolean
  /** Tells of a problem, and repairs it where that is asked for. */
  tell(problem: Omit<Problem, 'driveId' | 'owner'>): Promise<void>
  progress: CheckOptions['onProgress']
}
