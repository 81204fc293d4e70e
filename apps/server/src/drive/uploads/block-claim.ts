import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from '@awan/protocol/errors'
import type { Writer } from '../../db/database.ts'
import { createId } from '../../kernel/id.ts'
import {
  deleteClaim,
  deleteExpiredClaims,
  insertClaim,
  isClaimed,
  lockUpload,
  renewClaim,
} from './claims.store.ts'
import { type UploadParts, unknownUpload } from './open-upload.ts'
import type { Upload } from './uploads.store.ts'

/** After so long without a byte from its sender a claim can be taken away, as a turn is. */
export const CLAIM_MS = 5_000
const RENEW_AFTER_MS = 1_000
const LOOK_AGAIN_MS = 100

/**
 * The right to write some blocks of an upload, as all processes know it. Turns keep the senders of one
 * process apart without asking the database; this does the same for several, who could otherwise write
 * the same place of the same blob at once. A server on SQLite is alone, and its turns are enough.
 */
export interface BlockClaim extends AsyncDisposable {
  /** Called before bytes are written; throws `aborted` when another process has taken over. */
  keep(): Promise<void>
  /** Ends it together with what is recorded; throws `aborted` as well, and nothing is recorded. */
  end(writer: Writer): Promise<void>
  /** What `end` did is durable. */
  ended(): void
}

/** Waits for as long as another process receives bytes of the same blocks. */
export async function claimBlocks(
  { db, clock, random }: UploadParts,
  upload: Upload,
  blocks: readonly [first: number, last: number],
  isGivenUp: () => boolean,
): Promise<BlockClaim> {
  if (db.kind === 'sqlite') return ALONE
  const key = { drive_id: upload.drive_id, upload_id: upload.id, id: createId(random, clock.now()) }
  let claimedAt = clock.now()
  let isOver = false
  while (!(await take())) {
    await wait(LOOK_AGAIN_MS)
    if (isGivenUp())
      throw new ServiceError('cancelled', { description: 'the sender has disconnected' })
  }
  return {
    async keep() {
      const now = clock.now()
      if (now < claimedAt + RENEW_AFTER_MS) return
      const isMine = await db.write((writer) => renewClaim(writer, key, now + CLAIM_MS), SOFTLY)
      if (!isMine) throw takenOver()
      claimedAt = now
    },
    async end(writer) {
      if (!(await deleteClaim(writer, key))) throw takenOver()
    },
    ended() {
      isOver = true
    },
    async [Symbol.asyncDispose]() {
      if (!isOver) await db.write((writer) => deleteClaim(writer, key), SOFTLY)
    },
  }

  function take(): Promise<boolean> {
    return db.write(async (writer) => {
      if (!(await lockUpload(writer, upload))) throw unknownUpload()
      claimedAt = clock.now()
      await deleteExpiredClaims(writer, upload, claimedAt)
      if (await isClaimed(writer, upload, blocks)) return false
      const [first_block, last_block] = blocks
      await insertClaim(writer, {
        ...key,
        first_block,
        last_block,
        expires_at: claimedAt + CLAIM_MS,
      })
      return true
    }, SOFTLY)
  }
}

/** A claim that a crash forgets belonged to a process that is dead. */
const SOFTLY = { durable: false }

const ALONE: BlockClaim = {
  keep: async () => undefined,
  end: async () => undefined,
  ended: () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
}

function takenOver(): ServiceError {
  return new ServiceError('aborted', { description: 'another request is sending the same blocks' })
}
