import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib'
import type { ReadBytes } from './read-ahead.ts'
import { DEFLATED, type DirectoryEntry } from './read-directory.ts'
import { damaged } from './zip-error.ts'

const HEADER_BYTES = 30
const PACKED_PIECE_BYTES = 1024 * 1024
const UNPACKED_PIECE_BYTES = 256 * 1024
const FULL_32 = 0xffffffff

/** Nothing that is deflated becomes more than so many times as long: 258 bytes of 2 bits. */
export const MAX_DEFLATE_RATIO = 1032

/** Whether the sizes of an entry can be true; what lies is not even begun. */
export function isPossible({ method, packedBytes, sizeBytes }: DirectoryEntry): boolean {
  return method === DEFLATED
    ? sizeBytes <= packedBytes * MAX_DEFLATE_RATIO
    : sizeBytes === packedBytes
}

/**
 * Where the content of an entry begins. Its local header must say the same as the directory, for programs that read
 * the one or the other must find the same file.
 */
export async function findContent(
  read: ReadBytes,
  entry: DirectoryEntry,
  archiveBytes: number,
): Promise<number> {
  const { offset, rawName } = entry
  const length = HEADER_BYTES + rawName.length
  if (offset + length > archiveBytes) throw damaged('the entry is beyond the end of the archive')
  const header = await read(offset, length)
  const says = (at: number, value: number) => {
    const written = header.readUInt32LE(at)
    // Zero where it follows the content; full where it is in an extra field.
    return written === 0 || written === FULL_32 || written === value
  }
  const isSame =
    header.readUInt32LE(0) === 0x04034b50 &&
    header.readUInt16LE(8) === entry.method &&
    header.readUInt16LE(26) === rawName.length &&
    header.subarray(HEADER_BYTES).equals(rawName) &&
    says(14, entry.crc) &&
    says(18, entry.packedBytes) &&
    says(22, entry.sizeBytes)
  if (!isSame) throw damaged('the local header of the entry is not what the directory says')
  const start = offset + length + header.readUInt16LE(28)
  if (start + entry.packedBytes > archiveBytes) {
    throw damaged('the entry is beyond the end of the archive')
  }
  return start
}

const inflate = promisify(inflateRaw)

/** The whole content of a small entry. */
export async function unpackSmall(packed: Buffer, entry: DirectoryEntry): Promise<Buffer> {
  const bytes = entry.method === DEFLATED ? await inflateSmall(packed, entry) : packed
  if (bytes.length !== entry.sizeBytes) throw wrongLength()
  if (crc32(bytes) !== entry.crc) throw wrongChecksum()
  return bytes
}

async function inflateSmall(packed: Buffer, { sizeBytes }: DirectoryEntry): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, sizeBytes) })
  } catch (cause) {
    throw damaged('the entry cannot be unpacked, or to more than the directory says', { cause })
  }
}

/** How far a content was read. */
export interface ReadSoFar {
  bytes: number
  crc: number
}

/** The content of a large entry, piece by piece; its length and checksum are verified on the way. */
export class EntryContent {
  readonly #entry: DirectoryEntry
  readonly #pieces: AsyncGenerator<Buffer>
  #rest: Buffer | undefined
  #bytes: number
  #crc: number

  private constructor(
    entry: DirectoryEntry,
    pieces: AsyncGenerator<Buffer>,
    { bytes, crc }: ReadSoFar,
  ) {
    this.#entry = entry
    this.#pieces = pieces
    this.#bytes = bytes
    this.#crc = crc
  }

  /** What is deflated begins at its beginning; anything else goes on where it was. */
  static async open(
    read: ReadBytes,
    entry: DirectoryEntry,
    archiveBytes: number,
    soFar: ReadSoFar,
  ): Promise<EntryContent> {
    const start = await findContent(read, entry, archiveBytes)
    const end = start + entry.packedBytes
    if (entry.method !== DEFLATED) {
      return new EntryContent(entry, pieces(read, start + soFar.bytes, end), soFar)
    }
    return new EntryContent(entry, inflated(pieces(read, start, end)), { bytes: 0, crc: 0 })
  }

  get soFar(): ReadSoFar {
    return { bytes: this.#bytes, crc: this.#crc }
  }

  /** At most so many bytes; undefined when the content has ended as the directory says. */
  async next(maxBytes: number): Promise<Buffer | undefined> {
    const piece = this.#rest ?? (await this.#read())
    if (!piece) {
      if (this.#bytes !== this.#entry.sizeBytes) throw wrongLength()
      if (this.#crc !== this.#entry.crc) throw wrongChecksum()
      return undefined
    }
    const taken = piece.subarray(0, maxBytes)
    this.#rest = taken.length < piece.length ? piece.subarray(maxBytes) : undefined
    this.#bytes += taken.length
    this.#crc = crc32(taken, this.#crc)
    return taken
  }

  close(): void {
    this.#rest = undefined
    this.#pieces.return(undefined).catch(() => {})
  }

  async #read(): Promise<Buffer | undefined> {
    const { value, done } = await this.#pieces.next()
    if (done) return undefined
    if (this.#bytes + value.length > this.#entry.sizeBytes) throw wrongLength()
    return value
  }
}

/** Nothing stays open between two of them. */
async function* pieces(read: ReadBytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PACKED_PIECE_BYTES) {
    yield await read(at, Math.min(PACKED_PIECE_BYTES, end - at))
  }
}

async function* inflated(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflating = createInflateRaw({ chunkSize: UNPACKED_PIECE_BYTES })
  let broken: unknown
  const watched = (async function* () {
    try {
      yield* packed
    } catch (error) {
      broken = error
      throw error
    }
  })()
  // What goes wrong is told to whoever reads the end of it.
  pipeline(watched, inflating, () => {})
  try {
    for await (const piece of inflating) yield piece as Buffer
  } catch (cause) {
    if (broken !== undefined) throw broken
    throw damaged('the entry cannot be unpacked', { cause })
  } finally {
    inflating.destroy()
  }
}

function wrongLength() {
  return damaged('the entry has another length than the directory says')
}

function wrongChecksum() {
  return damaged('the entry does not have the checksum that the directory says')
}
