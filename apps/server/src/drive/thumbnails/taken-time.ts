import sharp from 'sharp'

/** When the camera says that it took an image, in milliseconds; undefined where it does not say. */
export async function readTakenTime(image: Buffer): Promise<number | undefined> {
  const { exif } = await sharp(image).metadata()
  return exif && parseTakenTime(exif)
}

/**
 * The moment in a block of EXIF, which is a small TIFF file. Cameras write the time of where they are;
 * those that do not say which zone that is are taken at their word, as if it were UTC. Whatever else
 * stands there is none of our business, and whatever is broken says nothing.
 */
export function parseTakenTime(exif: Buffer): number | undefined {
  const tiff = exif.subarray(0, 6).equals(PREFIX) ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const read = { tiff, isLittle: order === 'II' }
  const inner = readDirectory(read, uint32(read, 4)).get(EXIF_DIRECTORY)
  if (!inner) return undefined
  const details = readDirectory(read, inner.value)
  const time = textOf(read, details.get(DATE_TIME_ORIGINAL) ?? details.get(DATE_TIME_DIGITIZED))
  return time === undefined ? undefined : toMs(time, textOf(read, details.get(OFFSET_ORIGINAL)))
}

const PREFIX = Buffer.from('Exif\0\0', 'latin1')
const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const DATE_TIME_DIGITIZED = 0x9004
const OFFSET_ORIGINAL = 0x9011
/** No camera writes as many. */
const MAX_ENTRIES = 500
const ENTRY_BYTES = 12

interface Read {
  tiff: Buffer
  isLittle: boolean
}

interface Entry {
  length: number
  /** The value, or where it is. */
  value: number
}

function readDirectory(read: Read, at: number | undefined): Map<number, Entry> {
  const entries = new Map<number, Entry>()
  const count = at === undefined ? undefined : uint16(read, at)
  if (at === undefined || count === undefined) return entries
  for (let index = 0; index < Math.min(count, MAX_ENTRIES); index++) {
    const entryAt = at + 2 + index * ENTRY_BYTES
    const tag = uint16(read, entryAt)
    const length = uint32(read, entryAt + 4)
    const value = uint32(read, entryAt + 8)
    if (tag === undefined || length === undefined || value === undefined) break
    entries.set(tag, { length, value })
  }
  return entries
}

/** More than four letters stand elsewhere; none of ours is shorter. */
function textOf({ tiff }: Read, entry: Entry | undefined): string | undefined {
  if (!entry || entry.length <= 4 || entry.length > 64) return undefined
  if (entry.value + entry.length > tiff.length) return undefined
  return tiff.toString('latin1', entry.value, entry.value + entry.length)
}

function uint16({ tiff, isLittle }: Read, at: number): number | undefined {
  if (at + 2 > tiff.length) return undefined
  return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
}

function uint32({ tiff, isLittle }: Read, at: number): number | undefined {
  if (at + 4 > tiff.length) return undefined
  return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
}

/** `2026:11:15 18:24:57` and perhaps `+07:00`. A clock that was never set says zeros. */
function toMs(time: string, offset: string | undefined): number | undefined {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(time)?.slice(1)
  if (!parts) return undefined
  const [year = '', month, day, ...clock] = parts
  const zone = /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offset ?? '')?.[0] ?? 'Z'
  const ms = Date.parse(`${year}-${month}-${day}T${clock.join(':')}${zone}`)
  return Number.isNaN(ms) || Number(year) < 1900 ? undefined : ms
}
