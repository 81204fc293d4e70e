import type { Reader } from '../../db/database.ts'
import type { GrantRow } from '../../db/tables.ts'
import type { DriveTransaction } from '../access/drives.ts'
import type { OpenDrive } from '../access/reach.ts'
import type { OfferedMove } from '../tasks/task-inputs.ts'

/** A node that was made, and who had access to what it was made of. */
export interface SharedCopy {
  id: string
  /** Whether it is what was offered, and not something in it. */
  isTop: boolean
  grants: readonly GrantRow[]
}

/** How a move ended that was to hand something over: done, of no use so that the offer is open again, or for good. */
export type OfferEnd = 'done' | 'open' | 'void'

/** What more a move does when somebody has accepted an offer. */
export interface HandOver {
  /** Throws where the offer is not open: nobody else can accept it from now on. */
  take(transaction: DriveTransaction, move: OfferedMove, taskId: string): Promise<void>
  /** Those on nodes of the source that have their full effect. */
  findGrants(reader: Reader, drive: OpenDrive, nodeIds: readonly string[]): Promise<GrantRow[]>
  /** Whoever had access to the originals has it to the copies. */
  keepAccess(
    transaction: DriveTransaction,
    move: OfferedMove,
    copies: readonly SharedCopy[],
  ): Promise<void>
  end(
    transaction: DriveTransaction,
    move: OfferedMove,
    ended: { taskId: string; as: OfferEnd; copyId: string },
  ): Promise<void>
}
