import { crc32 } from 'node:zlib'
import type { ByteRange } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { ReadContent } from '../downloads/read-content.ts'
import { listChecksums, saveChecksums } from './checksums.store.ts'

/** The CRC-32 of so many first bytes. */
interface Known {
  bytes: number
  crc: number
}

interface Stored {
  blobId: string
  sizeBytes: number
}

export interface ChecksumParts {
  db: Database
  readContent: ReadContent
  onProblem?: ((problem: unknown) => void) | undefined
}

/**
 * The checksums of the contents of one drive, as they are learned by whoever reads them. They are kept
 * with the content: a download that broke is gone on with where it was, and nothing is read again.
 */
export class Checksums {
  readonly #parts: ChecksumParts
  readonly #driveId: string
  #known = new Map<string, Known>()
  #learned = new Map<string, Known>()

  constructor(parts: ChecksumParts, driveId: string) {
    this.#parts = parts
    this.#driveId = driveId
  }

  /** What is known of some contents takes the place of what was known of those before. */
  async load(blobIds: readonly string[]): Promise<void> {
    this.#known = new Map()
    if (blobIds.length === 0) return
    const rows = await this.#parts.db.read((reader) =>
      listChecksums(reader, this.#driveId, blobIds),
    )
    for (const { blob_id, bytes, crc32 } of rows) this.#known.set(blob_id, { bytes, crc: crc32 })
  }

  /** Reads a part of a content, and learns from it where it goes on with what is known. */
  async *read({ blobId }: Stored, range: ByteRange): AsyncGenerator<Buffer> {
    let { bytes, crc } = this.#known.get(blobId) ?? { bytes: 0, crc: 0 }
    const before = bytes
    let at = range.start
    try {
      const content = { driveId: this.#driveId, blobId }
      for await (const chunk of await this.#parts.readContent(content, range)) {
        const next = at + chunk.length
        if (at <= bytes && bytes < next) {
          crc = crc32(chunk.subarray(bytes - at), crc)
          bytes = next
        }
        at = next
        yield chunk
      }
    } finally {
      if (bytes > before) this.#learn(blobId, { bytes, crc })
    }
  }

  /** Of a whole content; what nobody has read yet is read now. */
  async of(stored: Stored): Promise<number> {
    const known = this.#known.get(stored.blobId) ?? { bytes: 0, crc: 0 }
    if (known.bytes >= stored.sizeBytes) return known.crc
    const rest = { start: known.bytes, end: stored.sizeBytes - 1 }
    for await (const _ of this.read(stored, rest));
    return this.#known.get(stored.blobId)?.crc ?? 0
  }

  /** A loss costs no more than reading again: it neither waits for the disk nor breaks a download. */
  async save(): Promise<void> {
    if (this.#learned.size === 0) return
    const driveId = this.#driveId
    const rows = [...this.#learned].map(([blobId, { bytes, crc }]) => ({
      drive_id: driveId,
      blob_id: blobId,
      bytes,
      crc32: crc,
    }))
    rows.sort((a, b) => (a.blob_id < b.blob_id ? -1 : 1))
    this.#learned = new Map()
    const { db, onProblem } = this.#parts
    await db
      .write((writer) => saveChecksums(writer, driveId, rows), { durable: false })
      .catch((problem: unknown) => onProblem?.(problem))
  }

  #learn(blobId: string, known: Known): void {
    this.#known.set(blobId, known)
    this.#learned.set(blobId, known)
  }
}
