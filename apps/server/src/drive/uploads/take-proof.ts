import { timingSafeEqual } from 'node:crypto'
import { countBlocks } from '@awan/protocol'
import { isServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from '../../blobs/blob-store.ts'
import { createId } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { toActorId, toAskerId } from '../access/actor.ts'
import { hashOfBlocks } from '../contents/content-hash.ts'
import { deleteDraft, findStoredBlob, recordCopy } from '../contents/contents.ts'
import { lockQuota } from '../quota/quota.ts'
import { isUntouched, PROOF_TTL_MS } from './ask-proof.ts'
import { requireUpload, type UploadParts } from './open-upload.ts'
import { makeProof } from './proof-of-possession.ts'
import { toChallenge } from './proof-ranges.ts'
import { spendProof } from './proofs.store.ts'
import { findAnnouncedHashes, findUpload, type Upload, uploadOnto } from './uploads.store.ts'

/**
 * Whoever proves to have what another drive has need not send it: the upload gets a copy. Whatever is
 * wrong, a proof that does not fit, comes late or again, or a content that nobody has, the upload stays as it
 * was and wants its blocks.
 */
export async function takeProof(
  parts: UploadParts,
  access: Access,
  uploadId: string,
  proof: string,
): Promise<Upload> {
  const { db, drives, blobs, clock, random, proving } = parts
  const { driveId } = access
  const find = () =>
    drives.read(access, (reader, drive) => requireUpload(reader, drive, uploadId, clock.now()))
  const upload = await find()
  const now = clock.now()
  const asked = await db.write((writer) =>
    spendProof(
      writer,
      { drive_id: driveId, upload_id: uploadId, prover_sub: toActorId(access.actor) },
      { now, since: now - PROOF_TTL_MS },
    ),
  )
  if (!asked || !isUntouched(upload)) return upload
  using _turn = await proving.take(toAskerId(access.actor), PROVING_BYTES)

  const source = await db.read(async (reader) => {
    const hashes = await findAnnouncedHashes(reader, upload, 0, countBlocks(upload.size))
    return hashes && findStoredBlob(reader, { hash: hashOfBlocks(hashes), size: upload.size })
  })
  try {
    const challenge = toChallenge(asked.nonce, upload.size)
    const expected = await makeProof(blobs, uploadId, challenge, source?.id)
    if (!source || !timingSafeEqual(expected, Buffer.from(proof, 'hex'))) return upload
    const copy = await blobs.copy(source.id, createId(random, clock.now()))
    await exchange(parts, upload, { copy, hash: source.hash })
  } catch (error) {
    // Its last owner has deleted it meanwhile.
    if (!isServiceError(error, 'not_found')) throw error
  }
  return find()
}

/** The upload is onto the copy from now on; blocks that came meanwhile are worth more than a copy. */
async function exchange(
  { db, blobs, clock }: UploadParts,
  { drive_id: driveId, id, blob_id: draftId }: Upload,
  { copy, hash }: { copy: BlobDraft; hash: string },
): Promise<void> {
  let isExchanged = false
  try {
    await db.write(async (writer) => {
      isExchanged = false
      await lockQuota(writer, driveId)
      const upload = await findUpload(writer, driveId, id, clock.now())
      if (!upload || !isUntouched(upload)) return
      await recordCopy(writer, driveId, { copy, hash }, clock.now())
      await uploadOnto(writer, upload, copy.id)
      await deleteDraft(writer, driveId, draftId)
      isExchanged = true
    })
  } catch (error) {
    // After a failed commit it is unknown which of the two the upload is onto: the clean-up decides.
    if (!isExchanged) await blobs.delete(copy.id)
    throw error
  }
  await blobs.delete(isExchanged ? draftId : copy.id)
}

/** As many as a range has: four at once, and one of each person, or of all who came by one link. */
export const PROVING_BYTES = 4 * 1024 * 1024
