import {
  algorithmOf,
  BLOCK_BYTES,
  countBlocks,
  type HashAlgorithm,
  MAX_REQUEST_BYTES,
} from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from '../../blobs/blob-store.ts'
import type { Reader, Writer } from '../../db/database.ts'
import type { BlobRow } from '../../db/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import { openTarget } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { NEW_HASH } from '../contents/block-hash.ts'
import { hashOfBlocks } from '../contents/content-hash.ts'
import { findUsedBlobByHash, recordDraft } from '../contents/contents.ts'
import { checkSameCall, type IdempotentId, toIdempotentId } from '../idempotent-id.ts'
import { toMimeType } from '../nodes/mime-type.ts'
import { toNodeName } from '../nodes/node-name.ts'
import { openContentFile } from '../nodes/replace-content.ts'
import { checkRoom, lockQuota, reserveQuota } from '../quota/quota.ts'
import { allBlocks, toText } from './block-ranges.ts'
import { requireUpload, type UploadParts } from './open-upload.ts'
import {
  claimParts,
  findUploadByPrefix,
  insertUpload,
  sumOpenUploads,
  type Upload,
} from './uploads.store.ts'

export interface NewUpload {
  parentId: string
  /** In the place of a folder and a name: the file whose content this is to be. */
  onto?: string | undefined
  name: string
  sizeBytes: number
  /** Of each block, where the caller knows them. */
  blockHashes: readonly string[] | undefined
  mimeType: string | undefined
  modifiedAt: number | undefined
  /** Complete uploads that it is made of, with the room that they were promised: they are its own until it ends. */
  madeOf?: { ids: readonly string[]; promisedBytes: number } | undefined
  /** A part of a file, which has a name from nobody. */
  isPart?: boolean
  /** Throws, in the transaction that begins it, where nobody wants it any more. */
  check?: (reader: Reader) => Promise<void>
}

/** With a key, a repeated call gives the upload that the first one began. */
export async function createUpload(
  parts: UploadParts,
  access: Access,
  given: NewUpload,
  key?: string,
): Promise<Upload> {
  const { db, drives, blobs, clock, random } = parts
  const wanted = { ...given, name: toNodeName(given.name) }
  checkAnnounced(wanted)
  const call = key === undefined ? undefined : toIdempotentId(access, key, given)
  const reserved = Math.max(0, wanted.sizeBytes - (wanted.madeOf?.promisedBytes ?? 0))
  const found = await drives.read(access, async (reader, drive) => {
    const begun = call && (await findBegun(reader, drive, call, clock.now()))
    if (begun) return begun
    checkRoom(drive, reserved)
    const parent =
      wanted.onto === undefined
        ? (await openTarget(reader, drive, wanted.parentId, 'add')).folder
        : await openContentFile(reader, drive, wanted.onto)
    await checkArriving(reader, drive, wanted, clock.now())
    return { drive, parent }
  })
  if (!('parent' in found)) return found
  const { drive, parent } = found
  parts.room.check(access)

  let isRecorded = false
  const present = await findPresent(parts, drive, wanted)
  if (present) return record({ blobId: present.id, draft: undefined, blocksPerPut: 1 })

  // The bytes' place comes first and the rows second: a kill in between leaves a blob that no row
  // speaks of, which housekeeping finds, and never a row whose blob is not there.
  const draft = await blobs.create(createId(random, clock.now()), wanted.sizeBytes)
  try {
    const upload = await record({ blobId: draft.id, draft, blocksPerPut: toBlocksPerPut(draft) })
    // Another call with the same key was faster.
    if (upload.blob_id !== draft.id) await blobs.delete(draft.id)
    return upload
  } catch (error) {
    // After a failed commit it is unknown whether a row refers to the blob: the clean-up decides.
    if (!isRecorded) await blobs.delete(draft.id)
    throw error
  }

  function record(onto: {
    blobId: string
    draft: BlobDraft | undefined
    blocksPerPut: number
  }): Promise<Upload> {
    const now = clock.now()
    const id = call?.id ?? createId(random, now)
    return db.write(async (writer) => {
      isRecorded = false
      await lockQuota(writer, drive.id)
      await wanted.check?.(writer)
      const known = call && (await findBegun(writer, drive, call, now))
      if (known) return known
      // Uploads that were begun at the same moment share what the link of a visitor takes.
      await checkArriving(writer, drive, wanted, now)
      await reserveQuota(writer, drive.id, reserved)
      if (onto.draft) await recordDraft(writer, drive.id, onto.draft, now)
      await insertUpload(writer, {
        drive_id: drive.id,
        id,
        parent_id: parent.id,
        name: wanted.name,
        size: wanted.sizeBytes,
        mime_type: toMimeType(wanted.mimeType, wanted.name),
        modified_at: wanted.modifiedAt ?? null,
        blob_id: onto.blobId,
        blocks_per_put: onto.blocksPerPut,
        reserved,
        hash_algorithm: toAlgorithm(wanted.blockHashes),
        announced_hashes: onto.draft ? (wanted.blockHashes?.join('') ?? null) : null,
        missing: toText(onto.draft ? allBlocks(countBlocks(wanted.sizeBytes)) : []),
        created_at: now,
        expires_at: now + parts.uploadTtlMs,
        committed_node_id: null,
        created_by: drive.reach.creator,
        part_of: null,
      })
      if (wanted.madeOf) await claim(writer, { drive_id: drive.id, id }, wanted.madeOf.ids)
      await parts.room.require(writer, access, now)
      const upload = await requireUpload(writer, drive, id, now)
      isRecorded = true
      return upload
    })
  }
}

/**
 * A part belongs to one upload: what it was promised is counted once, however many ask for it at the same time. Those that
 * were interrupted end before that.
 */
async function claim(
  writer: Writer,
  whole: Pick<Upload, 'drive_id' | 'id'>,
  ids: readonly string[],
): Promise<void> {
  if ((await claimParts(writer, whole, ids)) === new Set(ids).size) return
  throw new ServiceError('failed_precondition', {
    description: 'a part of the upload is not there, or it is part of another upload',
    status: 400,
  })
}

/** Said before the bytes are sent: what the link of a visitor takes, beside all that is on its way. */
async function checkArriving(
  reader: Reader,
  drive: OpenDrive,
  { name, sizeBytes, madeOf, isPart = false }: NewUpload,
  now: number,
): Promise<void> {
  const { arriving, link } = drive.reach
  if (!arriving || !link) return
  const onTheirWay = link.max_total_bytes === null ? 0 : await sumOpenUploads(reader, link, now)
  const size = sizeBytes
  arriving.check(
    { ...(!isPart && { name }), size, onTheirWay: onTheirWay - (madeOf?.promisedBytes ?? 0) },
    now,
  )
}

/** What a call with the same key has begun. One that is over is not begun again under its id. */
async function findBegun(
  reader: Reader,
  drive: OpenDrive,
  call: IdempotentId,
  now: number,
): Promise<Upload | undefined> {
  const known = await findUploadByPrefix(reader, drive.id, call.prefix)
  if (!known) return undefined
  checkSameCall(known, call)
  return requireUpload(reader, drive, known.id, now)
}

function checkAnnounced({ blockHashes, sizeBytes }: NewUpload): void {
  if (blockHashes && blockHashes.length !== countBlocks(sizeBytes)) {
    throw new ServiceError('invalid_argument', {
      description: `block_hashes must have ${countBlocks(sizeBytes)} hashes for ${sizeBytes} bytes, not ${blockHashes.length}`,
    })
  }
  const algorithm = toAlgorithm(blockHashes)
  if (blockHashes?.some((hash) => algorithmOf(hash) !== algorithm)) {
    throw new ServiceError('invalid_argument', {
      description: 'block_hashes must be of one algorithm: each with "b3:" before it, or none',
    })
  }
}

/** Who announces hashes chooses what the blocks are verified by. */
function toAlgorithm(blockHashes: readonly string[] | undefined): HashAlgorithm {
  const first = blockHashes?.[0]
  return first === undefined ? NEW_HASH : algorithmOf(first)
}

/**
 * Content that this drive has already need not be sent again. Only the own drive is asked, and only for
 * whoever sees all of it: otherwise a hash alone would give away who has what, and the content itself to
 * whoever knows its hash.
 */
async function findPresent(
  { db }: UploadParts,
  drive: OpenDrive,
  { blockHashes, sizeBytes }: NewUpload,
): Promise<BlobRow | undefined> {
  if (!blockHashes || !drive.reach.isUniform) return undefined
  const hash = hashOfBlocks(blockHashes)
  return db.read((reader) => findUsedBlobByHash(reader, drive.id, { hash, size: sizeBytes }))
}

/** A unit that no request can carry could never be sent. */
function toBlocksPerPut({ unitBytes, sizeBytes }: BlobDraft): number {
  if (unitBytes > MAX_REQUEST_BYTES && sizeBytes > MAX_REQUEST_BYTES) {
    throw new ServiceError('invalid_argument', {
      description: 'the content is larger than the blob store can hold',
    })
  }
  return unitBytes / BLOCK_BYTES
}
