import { createHash } from 'node:crypto'
import {
  centralHeader,
  dataDescriptor,
  endOfDirectory,
  localHeader,
  PLAIN_MAX,
} from '../../kernel/zip/zip-records.ts'
import { type ArchiveEntry, packEntries, toRecord } from './archive-entry.ts'

/** So many entries are read at a time, whatever the size of the archive. */
export const ENTRIES_PER_PART = 500

export interface LaidOutPart {
  firstByte: number
  directoryByte: number
  entries: string
}

export interface LaidOut {
  parts: LaidOutPart[]
  entries: number
  directoryByte: number
  sizeBytes: number
  /** The same for the same bytes, whenever and however often they are laid out. */
  hash: string
}

/** An entry, and what tells its content from every other one. */
export interface FoundEntry extends ArchiveEntry {
  contentHash: string | null
}

/**
 * Gives every entry its place before a byte is sent: the records have the lengths that they will have,
 * and contents are stored as they are.
 */
export async function layOut(found: AsyncIterable<FoundEntry>): Promise<LaidOut> {
  const hash = createHash('sha256')
  const parts: LaidOutPart[] = []
  let part: ArchiveEntry[] = []
  let start = { firstByte: 0, directoryByte: 0 }
  let count = 0
  let firstByte = 0
  let directoryByte = 0
  for await (const { contentHash, ...entry } of found) {
    const record = toRecord(entry, firstByte)
    firstByte += localHeader(record).length
    if (!record.isFolder) firstByte += record.sizeBytes + dataDescriptor(record).length
    directoryByte += centralHeader(record, PLAIN_MAX).length
    const { path, modifiedAt, sizeBytes } = entry
    hash.update(`${JSON.stringify([path, modifiedAt, sizeBytes, contentHash])}\n`)
    count++
    part.push(entry)
    if (part.length === ENTRIES_PER_PART) endPart()
  }
  if (part.length > 0) endPart()

  const end = firstByte + directoryByte
  const ending = { entries: count, offset: firstByte, end }
  return {
    // Only now is it known where the directory begins.
    parts: parts.map((each) => ({ ...each, directoryByte: firstByte + each.directoryByte })),
    entries: count,
    directoryByte: firstByte,
    sizeBytes: end + endOfDirectory(ending, PLAIN_MAX).length,
    hash: hash.digest('hex'),
  }

  function endPart(): void {
    parts.push({ ...start, entries: packEntries(part) })
    part = []
    start = { firstByte, directoryByte }
  }
}
