import { countBlocks } from '@awan/protocol'
import type { Chore } from '../../kernel/housekeeping.ts'
import type { Access } from '../access/access.ts'
import { toActorId } from '../access/actor.ts'
import { allBlocks, toText } from './block-ranges.ts'
import type { UploadParts } from './open-upload.ts'
import { type Challenge, newNonce, toChallenge } from './proof-ranges.ts'
import { countProofs, deleteProofs, findProof, insertProof } from './proofs.store.ts'
import type { Upload } from './uploads.store.ts'

/** Less is sent as fast as it is proven. */
export const PROVEN_FROM_BYTES = 1024 * 1024
/** What a store copies within one call. */
const PROVEN_UP_TO_BYTES = 4 * 1024 ** 3
/** A proof is made from a file that was just hashed. */
export const PROOF_TTL_MS = 10 * 60_000
/** Whoever has asked so often within an hour sends what there is. */
export const PROOFS_PER_HOUR = 1000
const HOUR_MS = 3_600_000

/**
 * What must be proven for a content that another drive may have. It is asked of everybody alike, whether
 * somebody has the content or not: the question tells nothing.
 */
export async function askForProof(
  { db, clock, instantUpload }: UploadParts,
  access: Access,
  upload: Upload,
  hasHashes: boolean,
): Promise<Challenge | undefined> {
  if (instantUpload !== 'all' || !hasHashes || !isUntouched(upload)) return undefined
  if (upload.size < PROVEN_FROM_BYTES || upload.size > PROVEN_UP_TO_BYTES) return undefined
  const now = clock.now()
  const nonce = await db.write(
    async (writer) => {
      const asked = await findProof(writer, upload.drive_id, upload.id)
      if (asked) return asked.used_at === null ? asked.nonce : undefined
      const count = await countProofs(writer, upload.drive_id, now - HOUR_MS)
      if (count >= PROOFS_PER_HOUR) return undefined
      const nonce = newNonce()
      await insertProof(writer, {
        drive_id: upload.drive_id,
        upload_id: upload.id,
        prover_sub: toActorId(access.actor),
        nonce,
        created_at: now,
        used_at: null,
      })
      return nonce
    },
    // Lost in a crash, it costs no more than the sending of the bytes.
    { durable: false },
  )
  return nonce === undefined ? undefined : toChallenge(nonce, upload.size)
}

/** Nothing of it has come yet, and it still waits. */
export function isUntouched(
  upload: Pick<Upload, 'missing' | 'size' | 'committed_node_id'>,
): boolean {
  return (
    upload.committed_node_id === null &&
    upload.missing === toText(allBlocks(countBlocks(upload.size)))
  )
}

export function proofChore({ db, clock }: UploadParts): Chore {
  return {
    name: 'forget proofs',
    everyMs: HOUR_MS,
    run: () => db.write((writer) => deleteProofs(writer, clock.now() - HOUR_MS)),
  }
}
