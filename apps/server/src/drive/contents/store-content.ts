import { BLOCK_BYTES } from '@awan/protocol'
import type { BlobDraft, BlobStore } from '../../blobs/blob-store.ts'
import type { Writer } from '../../db/database.ts'
import type { VersionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import { hashBlock } from './block-hash.ts'
import { hashOfBlocks } from './content-hash.ts'
import { blobInsert, smallContentInsert, versionInsert } from './contents.store.ts'

/**
 * Up to here a content lies in a row. Its commit makes it durable together with its file, where a
 * file of its own wants the disk several times: decision 018 has the figures.
 */
export const SMALL_CONTENT_BYTES = 32 * 1024

/** A content of one block at most, in memory, with what is known of it before it is stored. */
export interface NewContent {
  blobId: string
  bytes: Uint8Array
  /** Of the bytes themselves. */
  blockHash: string
  /** The content hash, which goes by blocks. */
  hash: string
}

/** Where a content is when a version may point to it: in the store, or to be written with the version. */
export type StoredContent = NewContent & { draft: BlobDraft | undefined }

export function toNewContent(
  { random, clock }: { random: Random; clock: Clock },
  bytes: Uint8Array,
): NewContent {
  if (bytes.length > BLOCK_BYTES) throw new RangeError('a content of several blocks is uploaded')
  const blockHash = hashBlock(bytes)
  return {
    blobId: createId(random, clock.now()),
    bytes,
    blockHash,
    hash: hashOfBlocks(bytes.length > 0 ? [blockHash] : []),
  }
}

/**
 * Brings a content to where it will lie, as far as that is not a row. Before the transaction: it waits
 * for the disk. What no version comes to use is an orphan, which housekeeping finds.
 */
export async function storeContent(blobs: BlobStore, content: NewContent): Promise<StoredContent> {
  if (content.bytes.length <= SMALL_CONTENT_BYTES) return { ...content, draft: undefined }
  const draft = await blobs.create(content.blobId, content.bytes.length)
  try {
    await write(blobs, draft, content.bytes)
    await blobs.seal(draft)
  } catch (error) {
    await blobs.delete(draft.id)
    throw error
  }
  return { ...content, draft }
}

async function write(blobs: BlobStore, draft: BlobDraft, bytes: Uint8Array): Promise<void> {
  await using writer = await blobs.writeAt(draft, 0)
  await writer.append(bytes)
  await writer.flush()
}

/** Takes back what `storeContent` has stored and nothing came to use. */
export async function dropContent(blobs: BlobStore, { draft }: StoredContent): Promise<void> {
  if (draft) await blobs.delete(draft.id)
}

/** A stored content with the version that it is of. The node is there already. */
export function addStoredVersion(
  writer: Writer,
  version: Omit<VersionRow, 'blob_id' | 'hash' | 'size'>,
  { blobId, bytes, hash, draft }: StoredContent,
): void {
  writer.post(blobInsert, {
    drive_id: version.drive_id,
    id: blobId,
    size: bytes.length,
    hash,
    refs: 1,
    draft: draft ? JSON.stringify(draft) : '',
    created_at: version.created_at,
    unused_since: null,
  })
  if (!draft)
    writer.post(smallContentInsert, { drive_id: version.drive_id, blob_id: blobId, bytes })
  writer.post(versionInsert, { ...version, blob_id: blobId, size: bytes.length, hash })
}
