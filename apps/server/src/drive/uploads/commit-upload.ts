import { countBlocks } from '@awan/protocol'
import type { ConflictRule } from '@awan/protocol/drive'
import { isServiceError, ServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from '../../blobs/blob-store.ts'
import type { Reader } from '../../db/database.ts'
import { createId } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { type OpenNode, openNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { type ContentChecksum, saveChecksum } from '../contents/blob-checksums.ts'
import { ContentHasher } from '../contents/content-hash.ts'
import { addVersion, findBlob, toDraft } from '../contents/contents.ts'
import type { FileContent } from '../nodes/new-node.ts'
import type { Node } from '../nodes/nodes.ts'
import { placeFile } from '../nodes/place-node.ts'
import { chargeReserved } from '../quota/quota.ts'
import { orderThumbnails } from '../thumbnails/order-thumbnails.ts'
import { requireNoWhole, requireUpload, type UploadParts, unknownUpload } from './open-upload.ts'
import {
  deleteBlocks,
  listBlocks,
  markCommitted,
  takeReserved,
  type Upload,
} from './uploads.store.ts'

/** A repeated commit gives the same file for so long: its first answer may have been lost. */
const COMMITTED_KEPT_MS = 24 * 3_600_000

/** What a commit puts into the tree. */
export interface UploadedFile {
  /** The id of the node, should a new one be made. */
  id: string
  content: FileContent
}

/** Puts the file where it belongs and gives its node. */
export type Place = (transaction: DriveTransaction, file: UploadedFile) => Promise<Pick<Node, 'id'>>

export interface CommitOptions {
  /** Where nobody says, it is put under the upload's own name. */
  place?: Place
  /** Uploads whose bytes it has; what they were promised is the file's from then on. */
  madeOf?: readonly string[] | undefined
  /** That all bytes were held against. */
  checksum?: ContentChecksum | undefined
}

/** An upload whose bytes are all there and will not change; a transaction makes it a file. */
export interface SealedUpload {
  uploadId: string
  hash: string
  /** Of what is made of it. */
  ids: { node: string; version: string }
}

/** Makes the uploaded bytes a file. Asked again, it answers the file that it made. */
export async function commitUpload(
  parts: UploadParts,
  access: Access,
  uploadId: string,
  conflict: ConflictRule,
  options: CommitOptions = {},
): Promise<OpenNode> {
  const sealed = await sealUpload(parts, access, uploadId)
  if ('rights' in sealed) return sealed
  return parts.drives.transact(access, (transaction) =>
    commitSealed(transaction, sealed, conflict, options),
  )
}

/** All of a commit that is not its transaction; it can be done again. Gives the file of one that is committed. */
export async function sealUpload(
  parts: UploadParts,
  access: Access,
  uploadId: string,
): Promise<SealedUpload | OpenNode> {
  const { drives, clock, random } = parts
  const found = await drives.read(access, (reader, drive) =>
    findContent(reader, drive, uploadId, clock.now()),
  )
  if (found.kind === 'committed') return found.node
  if (found.kind === 'open') await seal(parts, found.draft)
  const ids = { node: createId(random, clock.now()), version: createId(random, clock.now()) }
  return { uploadId, hash: found.hash, ids }
}

type Found =
  | { kind: 'committed'; node: OpenNode }
  /** The drive had the content before. */
  | { kind: 'present'; hash: string }
  | { kind: 'open'; hash: string; draft: BlobDraft }

async function findContent(
  reader: Reader,
  drive: OpenDrive,
  uploadId: string,
  now: number,
): Promise<Found> {
  const upload = await requireUpload(reader, drive, uploadId, now)
  if (upload.committed_node_id !== null) {
    return {
      kind: 'committed',
      node: await openNode(reader, drive, upload.committed_node_id, 'view'),
    }
  }
  checkComplete(upload)
  const blob = await findBlob(reader, drive.id, upload.blob_id)
  if (!blob) throw unknownUpload()
  if (blob.hash !== null) return { kind: 'present', hash: blob.hash }
  return { kind: 'open', hash: await hashContent(reader, upload), draft: toDraft(blob) }
}

function checkComplete(upload: Upload): void {
  if (upload.missing !== '[]') {
    throw new ServiceError('failed_precondition', {
      description: 'the upload cannot be committed: blocks are missing',
    })
  }
}

async function hashContent(reader: Reader, upload: Upload): Promise<string> {
  const hasher = new ContentHasher(upload.hash_algorithm)
  const total = countBlocks(upload.size)
  for (let first = 0; first < total; first += BLOCKS_PER_READ) {
    const last = Math.min(first + BLOCKS_PER_READ, total) - 1
    const blocks = await listBlocks(reader, upload, first, last)
    if (blocks.length !== last - first + 1) {
      throw new ServiceError('internal', { description: `upload ${upload.id} has lost blocks` })
    }
    for (const { hash } of blocks) hasher.add(hash)
  }
  return hasher.digest()
}

/** Outside of the transaction: it waits for the disk, and doing it again is harmless. */
async function seal({ blobs }: UploadParts, draft: BlobDraft): Promise<void> {
  try {
    await blobs.seal(draft)
  } catch (cause) {
    throw isServiceError(cause, 'not_found') ? unknownUpload(cause) : cause
  }
}

/** What it throws it may throw after it has written: the transaction must not be kept then. */
export async function commitSealed(
  transaction: DriveTransaction,
  { uploadId, hash, ids }: SealedUpload,
  conflict: ConflictRule,
  { place, madeOf = [], checksum }: CommitOptions = {},
): Promise<OpenNode> {
  const { drive, writer, now, actorId } = transaction
  const upload = await requireUpload(writer, drive, uploadId, now)
  if (upload.committed_node_id !== null) {
    return openNode(writer, drive, upload.committed_node_id, 'view')
  }
  checkComplete(upload)
  await requireNoWhole(writer, upload)
  const promised = upload.reserved + (await takeReserved(writer, drive.id, madeOf))
  await chargeReserved(writer, drive.id, { bytes: upload.size, promised })
  const content = {
    version_id: ids.version,
    hash,
    size: upload.size,
    mime_type: upload.mime_type,
    modified_at: upload.modified_at ?? now,
  }
  const { parent_id: parentId, name } = upload
  const nodeId = place
    ? (await place(transaction, { id: ids.node, content })).id
    : await placeFile(transaction, { id: ids.node, parentId, name, conflict }, content)
  await addVersion(writer, {
    drive_id: drive.id,
    id: ids.version,
    node_id: nodeId,
    blob_id: upload.blob_id,
    size: upload.size,
    hash,
    created_at: now,
    name: null,
    created_by: actorId,
  })
  if (checksum) await saveChecksum(writer, upload, checksum)
  await orderThumbnails(writer, upload, now)
  await markCommitted(writer, upload, nodeId, now + COMMITTED_KEPT_MS)
  // A content of terabytes has more blocks than a short transaction removes; the rest go with the
  // upload when it expires.
  await deleteBlocks(writer, upload, 0, BLOCKS_PER_COMMIT - 1)
  return openNode(writer, drive, nodeId, 'view')
}

const BLOCKS_PER_READ = 10_000
const BLOCKS_PER_COMMIT = 10_000
