/**
 * A block of EXIF with nothing in it but the tags that are asked for, each once and of a length that a camera may mean. Any
 * program can have written the block: read as it is, 65,535 tags that each claim all its bytes would keep a reader
 * busy for hours. Undefined for what is no such block.
 */
export function boundExif(exif: Buffer): Buffer | undefined {
  const start = exif.subarray(0, PREFIX.length).equals(PREFIX) ? PREFIX.length : 0
  const tiff = exif.subarray(start, start + MAX_BYTES)
  const order = tiff.toString('latin1', 0, 2)
  if ((order !== 'II' && order !== 'MM') || tiff.length < HEADER_BYTES) return undefined
  const read: Read = { tiff, isLittle: order === 'II' }
  if (readUint16(read, 2) !== MAGIC) return undefined
  const image = readEntries(read, readUint32(read, 4), IMAGE_TAGS)
  const photo = readEntries(read, pointerOf(read, image.get(PHOTO_DIRECTORY)), PHOTO_TAGS)
  const gps = readEntries(read, pointerOf(read, image.get(GPS_DIRECTORY)), GPS_TAGS)
  return write(read, { image, photo, gps })
}

const PREFIX = Buffer.from('Exif\0\0', 'latin1')
const HEADER_BYTES = 8
const MAGIC = 0x2a
/** A JPEG has room for a quarter of it. What is further behind says nothing. */
const MAX_BYTES = 256 * 1024
/** No camera writes as many. */
const MAX_ENTRIES = 500
const MAX_VALUE_BYTES = 1024
const ENTRY_BYTES = 12
const INLINE_BYTES = 4
const TEXT = 2

const PHOTO_DIRECTORY = 0x8769
const GPS_DIRECTORY = 0x8825
/** Maker and model, and how the camera was held. */
const IMAGE_TAGS = new Set([0x010f, 0x0110, 0x0112, PHOTO_DIRECTORY, GPS_DIRECTORY])
/** Exposure, aperture, ISO twice, times with their offset, focal length, lens. */
const PHOTO_TAGS = new Set([0x829a, 0x829d, 0x8827, 0x8833, 0x9003, 0x9004, 0x9011, 0x920a, 0xa434])
/** Latitude, longitude and altitude, each with its side. */
const GPS_TAGS = new Set([1, 2, 3, 4, 5, 6])

/** By the types of TIFF, from 1 on. */
const SIZES = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8]

interface Read {
  tiff: Buffer
  isLittle: boolean
}

interface Entry {
  tag: number
  type: number
  count: number
  value: Buffer
}

type Entries = Map<number, Entry>

/** Of a tag that is there twice, the last one. */
function readEntries(read: Read, at: number | undefined, wanted: ReadonlySet<number>): Entries {
  const entries: Entries = new Map()
  const count = at === undefined ? undefined : readUint16(read, at)
  if (at === undefined || count === undefined) return entries
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index++) {
    const entry = readEntry(read, at + 2 + index * ENTRY_BYTES)
    if (entry && wanted.has(entry.tag)) entries.set(entry.tag, entry)
  }
  return entries
}

function readEntry(read: Read, at: number): Entry | undefined {
  const tag = readUint16(read, at)
  const type = readUint16(read, at + 2)
  const claimed = readUint32(read, at + 4)
  const elsewhere = readUint32(read, at + 8)
  const size = SIZES[(type ?? 0) - 1]
  if (tag === undefined || type === undefined || size === undefined) return undefined
  if (claimed === undefined || elsewhere === undefined) return undefined
  const valueAt = claimed * size <= INLINE_BYTES ? at + 8 : elsewhere
  // Of a long text the beginning is read; any other long value is none that is meant here.
  const count = type === TEXT ? Math.min(claimed, MAX_VALUE_BYTES) : claimed
  const value = read.tiff.subarray(valueAt, valueAt + count * size)
  if (count * size > MAX_VALUE_BYTES || value.length < count * size) return undefined
  return { tag, type, count, value }
}

function pointerOf({ isLittle }: Read, entry: Entry | undefined): number | undefined {
  if (entry?.value.length !== 4) return undefined
  return isLittle ? entry.value.readUInt32LE() : entry.value.readUInt32BE()
}

interface Directories {
  image: Entries
  photo: Entries
  gps: Entries
}

/** The directories behind each other, then their values; the same bytes in the same order. */
function write({ tiff, isLittle }: Read, { image, photo, gps }: Directories): Buffer {
  const numbers = (size: 2 | 4, value: number) => {
    const bytes = Buffer.alloc(size)
    if (isLittle) bytes.writeUIntLE(value, 0, size)
    else bytes.writeUIntBE(value, 0, size)
    return bytes
  }
  const own = [...image.values()].filter(({ tag }) => tag < PHOTO_DIRECTORY)
  const lengthOf = (entries: number) => 2 + entries * ENTRY_BYTES + INLINE_BYTES
  const photoAt = HEADER_BYTES + lengthOf(own.length + 2)
  const gpsAt = photoAt + lengthOf(photo.size)
  let valueAt = gpsAt + lengthOf(gps.size)
  const values: Buffer[] = []
  const directory = (entries: readonly Entry[]) => {
    const parts = [numbers(2, entries.length)]
    for (const { tag, type, count, value } of entries) {
      parts.push(numbers(2, tag), numbers(2, type), numbers(4, count))
      if (value.length <= INLINE_BYTES) {
        parts.push(Buffer.concat([value], INLINE_BYTES))
        continue
      }
      parts.push(numbers(4, valueAt))
      values.push(value)
      valueAt += value.length
    }
    // No directory follows.
    return Buffer.concat([...parts, numbers(4, 0)])
  }
  const pointer = (tag: number, at: number): Entry => ({
    tag,
    type: 4,
    count: 1,
    value: numbers(4, at),
  })
  const pointers = [pointer(PHOTO_DIRECTORY, photoAt), pointer(GPS_DIRECTORY, gpsAt)]
  const directories = [[...own, ...pointers], [...photo.values()], [...gps.values()]].map(directory)
  const header = Buffer.concat([tiff.subarray(0, 4), numbers(4, HEADER_BYTES)])
  return Buffer.concat([header, ...directories, ...values])
}

function readUint16({ tiff, isLittle }: Read, at: number): number | undefined {
  if (at + 2 > tiff.length) return undefined
  return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
}

function readUint32({ tiff, isLittle }: Read, at: number): number | undefined {
  if (at + 4 > tiff.length) return undefined
  return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
}
