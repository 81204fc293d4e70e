import { isServiceError } from '@awan/protocol/errors'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Reader } from '../../db/database.ts'
import type { BlobRow, VersionRow } from '../../db/tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import type { DriveTransaction } from '../access/drives.ts'
import { type ContentChecksum, checksumsOf } from '../contents/blob-checksums.ts'
import {
  addSharedVersions,
  type ForeignContent,
  findBlobs,
  isInStore,
  listSmallContents,
  listVersions,
  recordForeign,
} from '../contents/contents.ts'
import type { CopiedContents } from '../copies/copier.ts'
import { chargeReserved, roomOf } from '../quota/quota.ts'

/** The contents of some files, as their drive has them. */
export interface SourceContents {
  versions: VersionRow[]
  blobs: BlobRow[]
  small: ReadonlyMap<string, Uint8Array>
  checksums: ReadonlyMap<string, ContentChecksum[]>
}

/** The same with the contents that the other drive is to have, by the ids of the old ones. */
export interface BroughtContents {
  versions: ReadonlyMap<string, VersionRow>
  contents: ReadonlyMap<string, ForeignContent>
}

export async function findContents(
  reader: Reader,
  driveId: string,
  versionIds: readonly string[],
): Promise<SourceContents> {
  if (versionIds.length === 0) {
    return { versions: [], blobs: [], small: new Map(), checksums: new Map() }
  }
  const versions = await listVersions(reader, driveId, versionIds)
  const blobIds = [...new Set(versions.map(({ blob_id }) => blob_id))]
  const blobs = await findBlobs(reader, driveId, blobIds)
  const inRows = blobs.filter((blob) => !isInStore(blob)).map(({ id }) => id)
  const small = inRows.length > 0 ? await listSmallContents(reader, driveId, inRows) : []
  return {
    versions,
    blobs,
    small: new Map(small.map(({ blob_id, bytes }) => [blob_id, bytes])),
    checksums: await checksumsOf(reader, driveId, versionIds),
  }
}

/**
 * Each drive has its own blobs, so that it can be removed, checked or restored without a look at others: the store
 * makes copies, on disk without a byte where the file system can share them. Of a process that is killed before they are
 * used they are orphans, which housekeeping finds.
 */
export async function bringContents(
  { blobs, clock, random }: { blobs: BlobStore; clock: Clock; random: Random },
  { versions, blobs: rows, small, checksums }: SourceContents,
): Promise<BroughtContents> {
  const contents = new Map<string, ForeignContent>()
  try {
    for (const row of rows) {
      if (row.hash === null) continue
      const stored = await bring(row)
      if (!stored) continue
      const version = versions.find(({ blob_id }) => blob_id === row.id)
      contents.set(row.id, {
        blobId: 'copy' in stored ? stored.copy.id : createId(random, clock.now()),
        size: row.size,
        hash: row.hash,
        stored,
        checksums: checksums.get(version?.id ?? '') ?? [],
      })
    }
  } catch (error) {
    await dropContents(blobs, { contents }).catch(() => undefined)
    throw error
  }
  const found = versions.filter(({ blob_id }) => contents.has(blob_id))
  return { versions: new Map(found.map((version) => [version.id, version])), contents }

  async function bring(row: BlobRow): Promise<ForeignContent['stored'] | undefined> {
    const bytes = small.get(row.id)
    if (bytes || !isInStore(row)) return bytes && { bytes }
    try {
      return { copy: await blobs.copy(row.id, createId(random, clock.now())) }
    } catch (error) {
      // The bytes are lost or just being removed: that file stays behind, and the others go.
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }
}

/** The copies, where nothing came to use any of them. */
export async function dropContents(
  blobs: Pick<BlobStore, 'delete'>,
  { contents }: Pick<BroughtContents, 'contents'>,
): Promise<void> {
  for (const { stored } of contents.values()) {
    if ('copy' in stored) await blobs.delete(stored.copy.id)
  }
}

/** Contents that another drive has had, charged to the room that was promised for them, then to what is free. */
export class ArrivedContents implements CopiedContents {
  readonly #transaction: DriveTransaction
  readonly #brought: BroughtContents
  readonly #used = new Set<string>()
  /** What is left of the promise. */
  promised: number

  constructor(transaction: DriveTransaction, brought: BroughtContents, promised: number) {
    this.#transaction = transaction
    this.#brought = brought
    this.promised = promised
  }

  get room(): number {
    return roomOf(this.#transaction.drive) + this.promised
  }

  async find(versionIds: readonly string[]): Promise<Map<string, VersionRow>> {
    const { versions } = this.#brought
    const wanted = new Set(versionIds)
    return new Map([...versions].filter(([id]) => wanted.has(id)))
  }

  async charge(bytes: number): Promise<void> {
    const { drive, writer } = this.#transaction
    const promised = Math.min(bytes, this.promised)
    await chargeReserved(writer, drive.id, { bytes, promised })
    this.promised -= promised
  }

  async add(versions: readonly VersionRow[]): Promise<void> {
    const { drive, writer, now } = this.#transaction
    const arrived: VersionRow[] = []
    for (const version of versions) {
      const content = this.#brought.contents.get(version.blob_id)
      if (!content) throw new Error('a version without a content was to be copied')
      if (!this.#used.has(version.blob_id)) await recordForeign(writer, drive.id, content, now)
      this.#used.add(version.blob_id)
      arrived.push({ ...version, drive_id: drive.id, blob_id: content.blobId })
    }
    await addSharedVersions(writer, drive.id, arrived)
  }

  /** The copies that no version uses. */
  get unused(): string[] {
    return [...this.#brought.contents].flatMap(([id, { stored }]) =>
      'copy' in stored && !this.#used.has(id) ? stored.copy.id : [],
    )
  }
}
