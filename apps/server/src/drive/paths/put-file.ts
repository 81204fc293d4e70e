import { BLOCK_BYTES, MAX_REQUEST_BYTES, ROOT_ID } from '@awan/protocol'
import { ServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Reader } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { Access } from '../access/access.ts'
import type { Drives, DriveTransaction } from '../access/drives.ts'
import type { OpenNode } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { arrivingBytes } from '../arriving-bytes.ts'
import { ByteBudget, holderOf } from '../byte-budget.ts'
import { saveChecksum } from '../contents/blob-checksums.ts'
import { verified } from '../contents/checksum.ts'
import { removeVersions } from '../contents/contents.ts'
import {
  addStoredVersion,
  dropContent,
  type StoredContent,
  storeContent,
  toNewContent,
} from '../contents/store-content.ts'
import { GrowingTree, type Path } from '../nodes/growing-tree.ts'
import { toMimeType } from '../nodes/mime-type.ts'
import { toPath } from '../nodes/node-path.ts'
import { openContentFile, replaceContent } from '../nodes/replace-content.ts'
import { chargeQuota, checkRoom, freeQuota } from '../quota/quota.ts'
import { orderThumbnails } from '../thumbnails/order-thumbnails.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { findBelow, findByPath } from './find-path.ts'
import { findWriting } from './find-writing.ts'
import { checkPreconditions } from './preconditions.ts'
import { putLargeFile } from './put-large-file.ts'
import { putUnmeasuredFile, UNMEASURED_UNIT_BYTES } from './put-unmeasured-file.ts'
import { readWhole } from './read-whole.ts'
import type { PutAt, SentFile } from './sent-file.ts'

export interface PutOptions {
  drives: Drives
  blobs: BlobStore
  uploads: Pick<Uploads, 'create' | 'grow' | 'receive' | 'commit' | 'abort'>
  clock: Clock
  random: Random
}

const UNMEASURED_GRACE_MS = 60_000

/**
 * One block at most is taken into memory and written with its file; what is larger goes through an
 * upload, block by block.
 */
export function createPut(options: PutOptions) {
  const { drives, clock, random } = options
  const memory = new ByteBudget({
    maxBytes: 2 * MAX_REQUEST_BYTES,
    maxBytesEach: MAX_REQUEST_BYTES / 2,
  })

  return async function put(
    access: Access,
    given: string,
    { checksum, ...file }: SentFile,
  ): Promise<OpenNode> {
    const { sizeBytes } = file
    const sent = checksum
      ? { ...file, checksum, bytes: verified(file.bytes, { checksum, sizeBytes }) }
      : file
    const path = toPath(given)
    const drive = access.glance ?? (await drives.read(access, async (_reader, drive) => drive))
    if (sizeBytes !== undefined) checkRoom(drive, sizeBytes - (sent.madeOf?.promisedBytes ?? 0))
    if (sizeBytes !== undefined && (sizeBytes > BLOCK_BYTES || sent.madeOf)) {
      await checkEarly(access, path, sent)
      return putLargeFile(options, access, path, { ...sent, sizeBytes })
    }
    if (sizeBytes === undefined) {
      await checkEarly(access, path, sent)
      using held = memory.hold(holderOf(access))
      const bytes = arrivingBytes(sent.bytes, {
        held,
        maxBytes: UNMEASURED_UNIT_BYTES,
        // What writes into the pipe may take its time.
        graceMs: UNMEASURED_GRACE_MS,
      })
      return await putUnmeasuredFile(options, access, path, { ...sent, bytes }, (whole) =>
        putBytes(access, path, sent, whole),
      )
    }
    using held = memory.hold(holderOf(access))
    // A checksum is held against the bytes as they are read.
    const arrived = checksum ? undefined : sent.takeArrived?.(sizeBytes)
    if (arrived) await held.grow(arrived.length)
    const bytes = arrived ? [arrived] : arrivingBytes(sent.bytes, { held })
    return await putBytes(access, path, sent, await readWhole({ ...sent, bytes, sizeBytes }))
  }

  async function putBytes(
    access: Access,
    path: Path,
    sent: SentFile,
    bytes: Uint8Array,
  ): Promise<OpenNode> {
    const content = await storeContent(options.blobs, toNewContent(options, bytes))
    return drives.transact(access, (transaction) => place(transaction, path, sent, content), {
      onUndone: () => dropContent(options.blobs, content),
    })
  }

  /** Before the bytes of a large file are sent; only the end decides. */
  async function checkEarly(access: Access, path: Path, sent: SentFile): Promise<void> {
    const node = await drives.read(access, (reader, drive) =>
      findExisting(reader, drive, path, sent),
    )
    checkPreconditions(sent, node)
    if (node?.kind === 'folder') {
      throw new ServiceError('already_exists', {
        description: 'a folder already has this name: choose another name',
      })
    }
  }

  async function place(
    transaction: DriveTransaction,
    path: Path,
    sent: SentFile,
    content: StoredContent,
  ): Promise<OpenNode> {
    const { drive, writer, now, actorId } = transaction
    const newId = () => createId(random, clock.now())
    const size = content.bytes.length
    if (size > 0) await chargeQuota(writer, drive.id, size)
    const id = newId()
    const writing = sent.continuesWriting
      ? await findWriting(transaction, await findExisting(writer, drive, path, sent))
      : undefined
    const top = sent.folderId ?? drive.reach.rootId ?? ROOT_ID
    const file = {
      id,
      // A writing is told of once.
      isQuiet: writing !== undefined,
      check: (existing: Parameters<typeof checkPreconditions>[1]) =>
        checkPreconditions(sent, existing),
      content: {
        version_id: id,
        hash: content.hash,
        size,
        mime_type: toMimeType(sent.mimeType, path.at(-1) ?? ''),
        modified_at: sent.modifiedAt ?? now,
      },
    }
    const node =
      sent.onto === undefined
        ? await GrowingTree.grow(transaction, top, newId, (tree) =>
            tree.putFile(path, { ...file, conflict: 'replace' }),
          )
        : await replaceContent(transaction, sent.onto, file)
    const version = { drive_id: drive.id, id, node_id: node.id }
    const created_at = writing?.created_at ?? now
    addStoredVersion(writer, { ...version, created_at, name: null, created_by: actorId }, content)
    if (writing) {
      await freeQuota(writer, drive.id, await removeVersions(writer, drive.id, [writing.id], now))
    }
    if (sent.checksum) {
      await saveChecksum(writer, { drive_id: drive.id, blob_id: content.blobId }, sent.checksum)
    }
    await orderThumbnails(writer, { ...node, blob_id: content.blobId }, now)
    await sent.also?.(transaction, node)
    return node
  }
}

/** What is there before the file is. */
async function findExisting(
  reader: Reader,
  drive: OpenDrive,
  path: Path,
  { folderId, onto }: PutAt,
): Promise<OpenNode | undefined> {
  if (onto !== undefined) return openContentFile(reader, drive, onto)
  if (folderId === undefined) return findByPath(reader, drive, path)
  return (await findBelow(reader, drive, folderId, path)).node
}
