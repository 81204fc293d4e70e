import type { ByteRange } from '../../blobs/blob-store.ts'
import type { ArchivePartRow, ArchiveRow } from '../../db/tables.ts'
import {
  centralHeader,
  dataDescriptor,
  endOfDirectory,
  localHeader,
  PLAIN_MAX,
} from '../../kernel/zip/zip-records.ts'
import { type ArchiveEntry, toRecord, unpackEntries } from './archive-entry.ts'
import { findPart, findPartAt } from './archives.store.ts'
import { ByteWindow } from './byte-window.ts'
import { type ChecksumParts, Checksums } from './checksums.ts'

/**
 * Any bytes of an archive, made as they are sent: what lies before them is neither read nor made, and
 * no more than one part of the list is in memory.
 */
export async function* readArchive(
  parts: ChecksumParts,
  archive: ArchiveRow,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const checksums = new Checksums(parts, archive.drive_id)
  try {
    if (range.start < archive.directory_byte) {
      for await (const part of partsFrom('first_byte')) {
        yield* writeEntries(part, new ByteWindow(range, part.first_byte), checksums)
        await checksums.save()
      }
    }
    if (range.end >= archive.directory_byte) {
      let window = new ByteWindow(range, archive.directory_byte)
      for await (const part of partsFrom('directory_byte')) {
        window = new ByteWindow(range, part.directory_byte)
        yield* writeDirectory(part, window, checksums)
        await checksums.save()
      }
      const { entries, directory_byte: offset } = archive
      yield* window.cut(endOfDirectory({ entries, offset, end: window.at }, PLAIN_MAX))
    }
  } finally {
    await checksums.save()
  }

  async function* partsFrom(
    column: 'first_byte' | 'directory_byte',
  ): AsyncGenerator<ArchivePartRow> {
    const { db } = parts
    let number = await db.read((reader) => findPartAt(reader, archive, column, range.start))
    for (;;) {
      const part = await db.read((reader) => findPart(reader, archive, number))
      if (!part || part[column] > range.end) return
      yield part
      number++
    }
  }
}

async function* writeEntries(
  part: ArchivePartRow,
  window: ByteWindow,
  checksums: Checksums,
): AsyncGenerator<Buffer> {
  const entries = unpackEntries(part.entries)
  await checksums.load(blobIdsOf(entries))
  for (const entry of entries) {
    if (window.isOver) return
    const record = toRecord(entry, window.at)
    yield* window.cut(localHeader(record))
    const { blobId, sizeBytes } = entry
    if (blobId === null) continue
    const range = window.pass(sizeBytes)
    if (range) yield* checksums.read({ blobId, sizeBytes }, range)
    const descriptor = dataDescriptor(record)
    if (!window.touches(descriptor.length)) window.pass(descriptor.length)
    else {
      const crc = await checksums.of({ blobId, sizeBytes })
      yield* window.cut(dataDescriptor({ ...record, crc }))
    }
  }
}

async function* writeDirectory(
  part: ArchivePartRow,
  window: ByteWindow,
  checksums: Checksums,
): AsyncGenerator<Buffer> {
  const entries = unpackEntries(part.entries)
  await checksums.load(blobIdsOf(entries))
  const written: Buffer[] = []
  let offset = part.first_byte
  for (const entry of entries) {
    const record = toRecord(entry, offset)
    const { blobId, sizeBytes } = entry
    offset += localHeader(record).length
    if (blobId !== null) offset += sizeBytes + dataDescriptor(record).length
    const header = centralHeader(record, PLAIN_MAX)
    if (blobId === null || !window.touches(header.length)) {
      written.push(...window.cut(header))
      continue
    }
    const crc = await checksums.of({ blobId, sizeBytes })
    written.push(...window.cut(centralHeader({ ...record, crc }, PLAIN_MAX)))
  }
  if (written.length > 0) yield Buffer.concat(written)
}

function blobIdsOf(entries: readonly ArchiveEntry[]): string[] {
  return [...new Set(entries.flatMap(({ blobId }) => (blobId === null ? [] : [blobId])))]
}
