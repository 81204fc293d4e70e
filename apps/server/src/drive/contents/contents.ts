import { ServiceError } from '@awan/protocol/errors'
import type { BlobDraft } from '../../blobs/blob-store.ts'
import type { Writer } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables.ts'
import { type ContentChecksum, saveChecksum } from './blob-checksums.ts'
import {
  addReference,
  addReferences,
  deleteVersions,
  deleteVersionsById,
  insertBlob,
  insertVersion,
  insertVersions,
  listNodesWithVersions,
  smallContentInsert,
  subtractReferences,
  updateDraft,
} from './contents.store.ts'

export {
  deleteDraft,
  findBlob,
  findBlobs,
  findStoredBlob,
  findUsedBlobByHash,
  findVersion,
  findVersionsBetween,
  listSmallContents,
  listVersions,
  weighSmallContents,
} from './contents.store.ts'

/** Notes an open blob of the store, so that whoever has the row can go on writing it. */
export function recordDraft(
  writer: Writer,
  driveId: string,
  draft: BlobDraft,
  now: number,
): Promise<void> {
  return insertBlob(writer, {
    drive_id: driveId,
    id: draft.id,
    size: draft.sizeBytes,
    hash: null,
    refs: 0,
    draft: JSON.stringify(draft),
    created_at: now,
    unused_since: null,
  })
}

/** Notes that an open blob is to become larger. */
export function growDraft(writer: Writer, driveId: string, draft: BlobDraft): Promise<void> {
  const { id, sizeBytes: size } = draft
  return updateDraft(writer, driveId, { id, size, draft: JSON.stringify(draft) })
}

/** Notes a complete content that no version uses yet; it waits for one as if it had lost its last. */
export function recordCopy(
  writer: Writer,
  driveId: string,
  { copy, hash }: { copy: BlobDraft; hash: string },
  now: number,
): Promise<void> {
  return insertBlob(writer, {
    drive_id: driveId,
    id: copy.id,
    size: copy.sizeBytes,
    hash,
    refs: 0,
    draft: JSON.stringify(copy),
    created_at: now,
    unused_since: now,
  })
}

/** A content of another drive, of which this one is to have its own. */
export interface ForeignContent {
  /** The id that it has here. */
  blobId: string
  size: number
  hash: string
  /** Its copy in the blob store, or its bytes where it is small enough for a row. */
  stored: { copy: BlobDraft } | { bytes: Uint8Array }
  checksums: readonly ContentChecksum[]
}

/** Notes a content that has come from another drive; the versions that use it come next. */
export async function recordForeign(
  writer: Writer,
  driveId: string,
  { blobId, size, hash, stored, checksums }: ForeignContent,
  now: number,
): Promise<void> {
  await insertBlob(writer, {
    drive_id: driveId,
    id: blobId,
    size,
    hash,
    refs: 0,
    draft: 'copy' in stored ? JSON.stringify(stored.copy) : '',
    created_at: now,
    unused_since: now,
  })
  if ('bytes' in stored) {
    await writer.run(smallContentInsert, {
      drive_id: driveId,
      blob_id: blobId,
      bytes: stored.bytes,
    })
  }
  for (const checksum of checksums) {
    await saveChecksum(writer, { drive_id: driveId, blob_id: blobId }, checksum)
  }
}

export function toDraft(blob: { draft: string }): BlobDraft {
  if (!isInStore(blob)) {
    throw new ServiceError('failed_precondition', {
      description: 'the content is already complete and cannot be changed',
    })
  }
  return JSON.parse(blob.draft) as BlobDraft
}

/** Whether the blob store holds the bytes; small ones lie in a row. */
export function isInStore(blob: { draft: string }): boolean {
  return blob.draft !== ''
}

/** A sealed blob becomes the content of one more version. */
export async function addVersion(writer: Writer, version: VersionRow): Promise<void> {
  if (!(await addReference(writer, version.drive_id, version.blob_id, version.hash))) {
    throw new ServiceError('aborted', {
      description: 'the uploaded content is gone; send it again',
    })
  }
  await insertVersion(writer, version)
}

/** More versions of contents that the drive has, and that other versions keep there. */
export async function addSharedVersions(
  writer: Writer,
  driveId: string,
  versions: readonly VersionRow[],
): Promise<void> {
  if (versions.length === 0) return
  for (const [count, blobIds] of byCount(versions)) {
    await addReferences(writer, driveId, blobIds, count)
  }
  await insertVersions(writer, versions)
}

export interface Released {
  /** How many versions went. */
  count: number
  bytes: number
  /** The files that have more. */
  left: ReadonlySet<string>
}

/** Removes versions of some files, at most so many, and lets go of their contents. */
export async function releaseVersions(
  writer: Writer,
  driveId: string,
  nodeIds: readonly string[],
  { limit, now }: { limit: number; now: number },
): Promise<Released> {
  if (nodeIds.length === 0) return { count: 0, bytes: 0, left: new Set() }
  const removed = await deleteVersions(writer, driveId, nodeIds, limit)
  return {
    count: removed.length,
    bytes: await letGo(writer, driveId, removed, now),
    left:
      removed.length < limit ? new Set() : await listNodesWithVersions(writer, driveId, nodeIds),
  }
}

/** Removes single versions, lets go of their contents, and gives the bytes that they held. */
export async function removeVersions(
  writer: Writer,
  driveId: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0
  return letGo(writer, driveId, await deleteVersionsById(writer, driveId, ids), now)
}

async function letGo(
  writer: Writer,
  driveId: string,
  removed: readonly Pick<VersionRow, 'blob_id' | 'size'>[],
  now: number,
): Promise<number> {
  for (const [count, blobIds] of byCount(removed)) {
    await subtractReferences(writer, driveId, blobIds, { count, now })
  }
  return removed.reduce((sum, { size }) => sum + size, 0)
}

/** Blobs by how many of the versions point to them: nearly always one, so that it is one statement. */
function byCount(versions: readonly Pick<VersionRow, 'blob_id'>[]): Map<number, string[]> {
  const counts = new Map<string, number>()
  for (const { blob_id } of versions) counts.set(blob_id, (counts.get(blob_id) ?? 0) + 1)
  const blobIds = new Map<number, string[]>()
  for (const [blobId, count] of counts) {
    blobIds.set(count, [...(blobIds.get(count) ?? []), blobId])
  }
  return blobIds
}
