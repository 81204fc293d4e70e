import { PLAIN_MAX, type WrittenEntry } from '../../kernel/zip/zip-records.ts'

/** A file or, with a slash at the end of its path, a folder of an archive. */
export interface ArchiveEntry {
  path: string
  modifiedAt: number
  sizeBytes: number
  /** Its content as it was when the link was made; a folder has none. */
  blobId: string | null
}

/** The entry as the records of the archive tell it. Their lengths do not depend on the checksum. */
export function toRecord(entry: ArchiveEntry, offset: number, crc = 0): WrittenEntry {
  return {
    name: Buffer.from(entry.path),
    modifiedAtMs: entry.modifiedAt,
    isFolder: entry.blobId === null,
    isLarge: entry.sizeBytes >= PLAIN_MAX,
    sizeBytes: entry.sizeBytes,
    crc,
    offset,
  }
}

type Packed = readonly [path: string, modifiedAt: number, sizeBytes: number, blobId: string | null]

export function packEntries(entries: readonly ArchiveEntry[]): string {
  return JSON.stringify(
    entries.map(
      ({ path, modifiedAt, sizeBytes, blobId }): Packed => [path, modifiedAt, sizeBytes, blobId],
    ),
  )
}

export function unpackEntries(text: string): ArchiveEntry[] {
  return (JSON.parse(text) as Packed[]).map(([path, modifiedAt, sizeBytes, blobId]) => ({
    path,
    modifiedAt,
    sizeBytes,
    blobId,
  }))
}
