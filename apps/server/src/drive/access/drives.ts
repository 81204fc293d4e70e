import type { Reader, Writer } from '../../db/database.ts'
import type { RecordChange, RecordGone } from '../changes/changes.ts'
import type { Access } from './access.ts'
import type { OpenDrive } from './reach.ts'

/** Gives the number of the next node that a transaction makes. */
export type NewNumber = () => number

/** One transaction on one drive. Its writers wait for each other, so what it reads stays true. */
export interface DriveTransaction {
  /** As it is in this transaction, `seq` already raised. */
  readonly drive: OpenDrive
  readonly writer: Writer
  readonly now: number
  readonly actorId: string
  readonly recordChange: RecordChange
  readonly recordGone: RecordGone
  readonly newNumber: NewNumber
}

export interface TransactOptions {
  /**
   * Called where the transaction was certainly undone, for whoever has stored something before it. After a commit that
   * failed nobody knows what is there: then housekeeping decides.
   */
  onUndone?: (() => Promise<void>) | undefined
}

/** Opens drives for a caller who has an access, and for nobody else. */
export interface Drives {
  read<T>(access: Access, work: (reader: Reader, drive: OpenDrive) => Promise<T>): Promise<T>
  /** For reads that scan: off the event loop on SQLite. */
  readLong<T>(access: Access, work: (reader: Reader, drive: OpenDrive) => Promise<T>): Promise<T>
  transact<T>(
    access: Access,
    work: (transaction: DriveTransaction) => Promise<T>,
    options?: TransactOptions,
  ): Promise<T>
}
