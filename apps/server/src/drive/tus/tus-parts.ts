import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Drives } from '../access/drives.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { Turns } from '../uploads/turns.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** What the steps of a tus upload work with. */
export interface TusParts {
  db: Database
  drives: Drives
  blobs: BlobStore
  clock: Clock
  uploads: Uploads
  /** Counted from the last bytes that were stored. */
  uploadTtlMs: number
  /** One sender at a time for each upload. */
  turns: Turns
  /** What has arrived and waits in memory for the rest of its unit. */
  arriving: ByteBudget
  /** How many final uploads of one drive may wait to be joined. */
  maxUnjoined: number
}
