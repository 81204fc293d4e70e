/** The records of a ZIP archive (APPNOTE 6.3.10), all little-endian. */

/** From here on a size or an offset does not fit into 32 bits: the fields are full and point to 64. */
export const PLAIN_MAX = 0xffffffff
const FULL_32 = 0xffffffff
const FULL_16 = 0xffff

export interface WrittenEntry {
  name: Buffer
  modifiedAtMs: number
  isFolder: boolean
  /** Whether its sizes are written in 64 bits. */
  isLarge: boolean
  sizeBytes: number
  crc: number
  /** Where its local header begins. */
  offset: number
}

const PLAIN_VERSION = 20
const LARGE_VERSION = 45
/** Made on Unix, so that the mode below counts. */
const MADE_BY = (3 << 8) | LARGE_VERSION
/** Names are UTF-8. */
const UTF8_FLAG = 1 << 11
/** The checksum follows the content. */
const DESCRIPTOR_FLAG = 1 << 3

export function localHeader(entry: WrittenEntry): Buffer {
  const extra = pack([timeExtra(entry), ...(entry.isLarge ? [largeExtra([0, 0])] : [])])
  const size = entry.isLarge ? FULL_32 : 0
  return pack([
    u32(0x04034b50),
    u16(entry.isLarge ? LARGE_VERSION : PLAIN_VERSION),
    u16(flags(entry)),
    u16(0),
    dosTime(entry.modifiedAtMs),
    u32(0),
    u32(size),
    u32(size),
    u16(entry.name.length),
    u16(extra.length),
    entry.name,
    extra,
  ])
}

export function dataDescriptor({ crc, sizeBytes, isLarge }: WrittenEntry): Buffer {
  const size = isLarge ? u64(sizeBytes) : u32(sizeBytes)
  return pack([u32(0x08074b50), u32(crc), size, size])
}

export function centralHeader(entry: WrittenEntry, plainMax: number): Buffer {
  const { offset, sizeBytes } = entry
  const isFar = offset >= plainMax
  // All three where the offset needs it: after a large entry Info-ZIP's unzip takes an offset that
  // stands alone for a size.
  const isLarge = entry.isLarge || isFar
  const large = isLarge ? [sizeBytes, sizeBytes, ...(isFar ? [offset] : [])] : []
  const extra = pack([timeExtra(entry), ...(isLarge ? [largeExtra(large)] : [])])
  const size = isLarge ? FULL_32 : sizeBytes
  return pack([
    u32(0x02014b50),
    u16(MADE_BY),
    u16(isLarge ? LARGE_VERSION : PLAIN_VERSION),
    u16(flags(entry)),
    u16(0),
    dosTime(entry.modifiedAtMs),
    u32(entry.crc),
    u32(size),
    u32(size),
    u16(entry.name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32((entry.isFolder ? 0o40755 : 0o100644) * 0x10000 + (entry.isFolder ? 0x10 : 0)),
    u32(isFar ? FULL_32 : offset),
    entry.name,
    extra,
  ])
}

export function endOfDirectory(
  directory: { entries: number; offset: number; end: number },
  plainMax: number,
): Buffer {
  const { entries, offset, end } = directory
  const isLarge = entries >= FULL_16 || end >= plainMax
  const plain = pack([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(isLarge ? FULL_16 : entries),
    u16(isLarge ? FULL_16 : entries),
    u32(isLarge ? FULL_32 : end - offset),
    u32(isLarge ? FULL_32 : offset),
    u16(0),
  ])
  if (!isLarge) return plain
  return pack([
    u32(0x06064b50),
    u64(44),
    u16(MADE_BY),
    u16(LARGE_VERSION),
    u32(0),
    u32(0),
    u64(entries),
    u64(entries),
    u64(end - offset),
    u64(offset),
    // The locator.
    u32(0x07064b50),
    u32(0),
    u64(end),
    u32(1),
    plain,
  ])
}

function flags({ isFolder }: WrittenEntry): number {
  return isFolder ? UTF8_FLAG : UTF8_FLAG | DESCRIPTOR_FLAG
}

/** Seconds in UTC; the older field beside it knows neither a time zone nor odd seconds. */
function timeExtra({ modifiedAtMs }: WrittenEntry): Buffer {
  const seconds = Math.min(Math.max(0, Math.floor(modifiedAtMs / 1000)), 0x7fffffff)
  return pack([u16(0x5455), u16(5), Buffer.from([1]), u32(seconds)])
}

function largeExtra(values: readonly number[]): Buffer {
  return pack([u16(0x0001), u16(values.length * 8), ...values.map(u64)])
}

function dosTime(ms: number): Buffer {
  const date = new Date(Math.min(Math.max(ms, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)))
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  return pack([u16(time), u16(day)])
}

type Field = readonly [width: 2 | 4 | 8, value: number]

const u16 = (value: number): Field => [2, value]
const u32 = (value: number): Field => [4, value]
const u64 = (value: number): Field => [8, value]

/** All fields in one piece of memory: an archive of many files has many records. */
function pack(fields: readonly (Field | Buffer)[]): Buffer {
  let length = 0
  for (const field of fields) length += Buffer.isBuffer(field) ? field.length : field[0]
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const field of fields) {
    if (Buffer.isBuffer(field)) {
      at += field.copy(bytes, at)
      continue
    }
    const [width, value] = field
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}
