import { crc32 } from 'node:zlib'
import {
  centralHeader,
  dataDescriptor,
  endOfDirectory,
  localHeader,
  PLAIN_MAX,
  type WrittenEntry,
} from './zip-records.ts'

export interface ZipEntry {
  /** With slashes between the folders and none at the beginning; a folder ends with one. */
  name: string
  modifiedAtMs: number
  /** Decides the form of the entry; a content of another length fails. */
  sizeBytes: number
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Writes a ZIP archive as it goes: nothing is kept but one short record per entry, so that an archive
 * may be larger than any memory or disk here. Contents are stored and not compressed: most files
 * of people are compressed already. Entries and archives beyond 4 GiB take the 64-bit form.
 *
 * @example Readable.from(writeZip(entries))
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { plainMax = PLAIN_MAX }: { plainMax?: number } = {},
): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const entry of entries) {
    const isLarge = entry.sizeBytes >= plainMax
    const record: WrittenEntry = {
      name: Buffer.from(entry.name),
      modifiedAtMs: entry.modifiedAtMs,
      isFolder: entry.name.endsWith('/'),
      isLarge,
      sizeBytes: entry.sizeBytes,
      crc: 0,
      offset,
    }
    const header = localHeader(record)
    yield header
    offset += header.length
    if (!record.isFolder) {
      let sentBytes = 0
      for await (const chunk of await entry.open()) {
        record.crc = crc32(chunk, record.crc)
        sentBytes += chunk.length
        yield chunk
      }
      if (sentBytes !== entry.sizeBytes) {
        throw new Error(`an entry has ${sentBytes} bytes instead of ${entry.sizeBytes}`)
      }
      const descriptor = dataDescriptor(record)
      yield descriptor
      offset += sentBytes + descriptor.length
    }
    written.push(record)
  }

  const directoryOffset = offset
  for (const record of written) {
    const header = centralHeader(record, plainMax)
    yield header
    offset += header.length
  }
  const directory = { entries: written.length, offset: directoryOffset, end: offset }
  yield endOfDirectory(directory, plainMax)
}
