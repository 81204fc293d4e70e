import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'

/** A tag of a TIFF directory. */
export interface TiffEntry {
  type: number
  count: number
  /** Where its value is in the file. */
  at: number
}

export interface TiffDirectory {
  entries: ReadonlyMap<number, TiffEntry>
  /** Where the next one of the chain is; 0 for the last. */
  next: number
}

/** No camera writes as many tags in one directory. */
const MAX_ENTRIES = 500
const ENTRY_BYTES = 12
const INLINE_BYTES = 4
/** By the types of TIFF, from 1 on. */
const SIZES = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const SHORT = 3
/** Long, and the place of a directory. */
const LONGS = new Set([4, 13])
/** More are the pieces of a picture that is no JPEG. */
const MAX_NUMBERS = 16

/** Reads TIFF directories by ranges. What is beyond the end, or not what it claims to be, is not there. */
export class TiffReader {
  readonly #read: ReadBytes
  readonly #sizeBytes: number
  readonly isLittle: boolean

  constructor(read: ReadBytes, sizeBytes: number, isLittle: boolean) {
    this.#read = read
    this.#sizeBytes = sizeBytes
    this.isLittle = isLittle
  }

  /** Values are counted from `base`. */
  async directoryAt(at: number, base = 0): Promise<TiffDirectory | undefined> {
    const head = await this.bytes(at, 2)
    if (!head) return undefined
    const count = Math.min(this.uint16(head, 0), MAX_ENTRIES)
    const body = await this.bytes(at + 2, count * ENTRY_BYTES + INLINE_BYTES)
    if (!body) return undefined
    const entries = new Map<number, TiffEntry>()
    for (let index = 0; index < count; index++) {
      const start = index * ENTRY_BYTES
      const type = this.uint16(body, start + 2)
      const size = SIZES[type - 1]
      if (size === undefined) continue
      const values = this.uint32(body, start + 4)
      const isInline = values * size <= INLINE_BYTES
      const valueAt = isInline ? at + 2 + start + 8 : base + this.uint32(body, start + 8)
      entries.set(this.uint16(body, start), { type, count: values, at: valueAt })
    }
    return { entries, next: this.uint32(body, count * ENTRY_BYTES) }
  }

  /** A few whole numbers; none where there are many. */
  async numbers(entry: TiffEntry | undefined): Promise<number[]> {
    if (!entry || entry.count > MAX_NUMBERS) return []
    const isShort = entry.type === SHORT
    if (!isShort && !LONGS.has(entry.type)) return []
    const size = isShort ? 2 : 4
    const bytes = await this.bytes(entry.at, entry.count * size)
    if (!bytes) return []
    return Array.from({ length: entry.count }, (_, index) =>
      isShort ? this.uint16(bytes, index * size) : this.uint32(bytes, index * size),
    )
  }

  async bytes(at: number, length: number): Promise<Buffer | undefined> {
    return at + length > this.#sizeBytes ? undefined : this.#read(at, length)
  }

  uint16(bytes: Buffer, at: number): number {
    return this.isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  }

  uint32(bytes: Buffer, at: number): number {
    return this.isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  }
}
