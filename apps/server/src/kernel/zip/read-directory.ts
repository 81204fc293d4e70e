import { crc32 } from 'node:zlib'
import { decode437, decodeUtf8 } from './decode-name.ts'
import type { ReadBytes } from './read-ahead.ts'
import { notAnArchive } from './zip-error.ts'

/** Where the directory of an archive is. It is plain data, so that it can be gone on with later. */
export interface ZipDirectory {
  /** First byte of its first record. */
  start: number
  /** Behind its last record. */
  end: number
  /** So many bytes are before the archive, as in a program that unpacks itself. */
  base: number
}

/** What the directory says of one file or folder (APPNOTE 4.3.12). */
export interface DirectoryEntry {
  /** Where its record begins, and where the next one does. */
  at: number
  next: number
  /** As it is written, for the comparison with its local header. */
  rawName: Buffer
  /** With the separators of its maker; undefined where the bytes are not what they say. */
  name: string | undefined
  /** Made where a backslash separates names. */
  isFromWindows: boolean
  isFolder: boolean
  isEncrypted: boolean
  /** A link or a device of Unix. */
  isSpecial: boolean
  method: number
  crc: number
  packedBytes: number
  sizeBytes: number
  /** Where its local header begins. */
  offset: number
  /** In UTC as far as the archive says it; undefined for a date that there is not. */
  modifiedAtMs: number | undefined
}

export const STORED = 0
export const DEFLATED = 8

const END_BYTES = 22
const LARGE_END_BYTES = 56
const LOCATOR_BYTES = 20
const MAX_COMMENT_BYTES = 0xffff
const RECORD_BYTES = 46
const PIECE_BYTES = 128 * 1024

const FULL_16 = 0xffff
const FULL_32 = 0xffffffff

/** Finds it by the record at the end of the archive, 64-bit archives included. Nothing else is read. */
export async function findDirectory(read: ReadBytes, sizeBytes: number): Promise<ZipDirectory> {
  const tailBytes = Math.min(sizeBytes, LOCATOR_BYTES + END_BYTES + MAX_COMMENT_BYTES)
  const tailStart = sizeBytes - tailBytes
  if (tailBytes < END_BYTES) throw notAnArchive()
  const tail = await read(tailStart, tailBytes)
  const at = findEnd(tail)
  if (at === undefined) throw notAnArchive()
  const large = await findLargeEnd(read, { tail, at, tailStart })
  const found = large ?? {
    recordAt: tailStart + at,
    disk: Math.max(tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  if (found.disk !== 0) throw notAnArchive('the archive is one of several parts')
  // What is before an archive moves all of it, and its maker may not have known.
  const start = found.recordAt - found.size
  const base = start - found.offset
  if (start < 0 || base < 0) throw notAnArchive('the directory of the archive is cut')
  return { start, end: found.recordAt, base }
}

/** One whose comment ends with the bytes; else the last one, with something behind it. */
function findEnd(tail: Buffer): number | undefined {
  let last: number | undefined
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    const end = at + END_BYTES + tail.readUInt16LE(at + 20)
    if (end === tail.length) return at
    if (end < tail.length) last ??= at
  }
  return last
}

async function findLargeEnd(
  read: ReadBytes,
  { tail, at, tailStart }: { tail: Buffer; at: number; tailStart: number },
) {
  const locator = at - LOCATOR_BYTES
  if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) return undefined
  const locatorAt = tailStart + locator
  // Where it says, or directly before.
  for (const recordAt of [toNumber(tail, locator + 8), locatorAt - LARGE_END_BYTES]) {
    if (recordAt < 0 || recordAt + LARGE_END_BYTES > locatorAt) continue
    const record = await read(recordAt, LARGE_END_BYTES)
    if (record.readUInt32LE(0) !== 0x06064b50) continue
    return {
      recordAt,
      disk: Math.max(record.readUInt32LE(16), record.readUInt32LE(20)),
      size: toNumber(record, 40),
      offset: toNumber(record, 48),
    }
  }
  throw notAnArchive('the directory of the archive is cut')
}

/** The records in their order, read piece by piece: memory does not grow with the directory. */
export async function* readDirectory(
  read: ReadBytes,
  directory: ZipDirectory,
  from = directory.start,
): AsyncGenerator<DirectoryEntry> {
  let piece: Buffer = Buffer.alloc(0)
  let pieceAt = from
  const has = (at: number, length: number) => at >= pieceAt && at + length <= pieceAt + piece.length
  const load = async (at: number, length: number) => {
    if (at + length > directory.end) throw notAnArchive('the directory of the archive is cut')
    piece = await read(at, Math.min(Math.max(length, PIECE_BYTES), directory.end - at))
    pieceAt = at
  }
  for (let at = from; at < directory.end; ) {
    if (!has(at, RECORD_BYTES)) await load(at, RECORD_BYTES)
    const first = at - pieceAt
    if (piece.readUInt32LE(first) !== 0x02014b50) {
      throw notAnArchive('the directory of the archive is broken')
    }
    const length =
      RECORD_BYTES +
      piece.readUInt16LE(first + 28) +
      piece.readUInt16LE(first + 30) +
      piece.readUInt16LE(first + 32)
    if (!has(at, length)) await load(at, length)
    const record = piece.subarray(at - pieceAt, at - pieceAt + length)
    yield toEntry(record, at, directory)
    at += length
  }
}

function toEntry(record: Buffer, at: number, { base }: ZipDirectory): DirectoryEntry {
  const flags = record.readUInt16LE(8)
  const nameEnd = RECORD_BYTES + record.readUInt16LE(28)
  const rawName = record.subarray(RECORD_BYTES, nameEnd)
  const extras = readExtras(record.subarray(nameEnd, nameEnd + record.readUInt16LE(30)))
  const host = record.readUInt8(5)
  const isFromWindows = WINDOWS_HOSTS.has(host)
  const name = toName(rawName, { isUtf8: (flags & 0x800) !== 0, extras })
  const attributes = record.readUInt32LE(38)
  const type = UNIX_HOSTS.has(host) ? (attributes >>> 16) & 0o170000 : 0
  const large = readLarge(record, extras)
  return {
    at,
    next: at + record.length,
    rawName,
    name,
    isFromWindows,
    isFolder: endsAsFolder(name, isFromWindows) || type === 0o040000,
    // With a password, with stronger keys, or with what the local headers say.
    isEncrypted: (flags & (0x1 | 0x40 | 0x2000)) !== 0,
    isSpecial: type !== 0 && type !== 0o100000 && type !== 0o040000,
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    packedBytes: large.packedBytes,
    sizeBytes: large.sizeBytes,
    offset: base + large.offset,
    modifiedAtMs: readTime(record, extras),
  }
}

/** FAT, HPFS, NTFS, VFAT. */
const WINDOWS_HOSTS: ReadonlySet<number> = new Set([0, 6, 10, 14])
/** Unix, and macOS. */
const UNIX_HOSTS: ReadonlySet<number> = new Set([3, 19])

function endsAsFolder(name: string | undefined, isFromWindows: boolean): boolean {
  if (name === undefined) return false
  return name.endsWith('/') || (isFromWindows && !name.includes('/') && name.endsWith('\\'))
}

/**
 * Whoever does not say that names are UTF-8 means code page 437 by the letter of the format. Programs of macOS and many
 * others write UTF-8 all the same, which no text of the code page looks like by chance.
 */
function toName(
  rawName: Buffer,
  { isUtf8, extras }: { isUtf8: boolean; extras: ReadonlyMap<number, Buffer> },
): string | undefined {
  const path = extras.get(0x7075)
  if (path && path.length > 5 && path[0] === 1 && path.readUInt32LE(1) === crc32(rawName)) {
    return decodeUtf8(path.subarray(5))
  }
  return isUtf8 ? decodeUtf8(rawName) : (decodeUtf8(rawName) ?? decode437(rawName))
}

/** Sizes and the offset, of which those that are full are in an extra field. */
function readLarge(record: Buffer, extras: ReadonlyMap<number, Buffer>) {
  const large = extras.get(0x0001) ?? Buffer.alloc(0)
  let at = 0
  const read = (field: number): number => {
    const value = record.readUInt32LE(field)
    if (value !== FULL_32) return value
    if (at + 8 > large.length) throw notAnArchive('the directory of the archive is broken')
    at += 8
    return toNumber(large, at - 8)
  }
  const sizeBytes = read(24)
  const packedBytes = read(20)
  const offset = read(42)
  const disk = record.readUInt16LE(34)
  if (disk !== 0 && disk !== FULL_16) throw notAnArchive('the archive is one of several parts')
  return { sizeBytes, packedBytes, offset }
}

function readExtras(bytes: Buffer): Map<number, Buffer> {
  const extras = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    // Some programs fill it up with anything.
    if (end > bytes.length) break
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, end))
    at = end
  }
  return extras
}

function readTime(record: Buffer, extras: ReadonlyMap<number, Buffer>): number | undefined {
  const unix = extras.get(0x5455)
  if (unix && unix.length >= 5 && ((unix[0] ?? 0) & 1) !== 0) return unix.readInt32LE(1) * 1000
  const ntfs = extras.get(0x000a)
  if (ntfs && ntfs.length >= 32 && ntfs.readUInt16LE(4) === 1) {
    return inYears(Number(ntfs.readBigUInt64LE(8) / 10_000n) - NTFS_TO_UNIX_MS)
  }
  return toDosTime(record.readUInt16LE(14), record.readUInt16LE(12))
}

const NTFS_TO_UNIX_MS = 11_644_473_600_000
/** The end of the year 9999. */
const LAST_MS = 253_402_300_799_999

function inYears(ms: number): number | undefined {
  return ms >= -NTFS_TO_UNIX_MS && ms <= LAST_MS ? ms : undefined
}

/** It knows no time zone: taken as UTC, which is what our own archives say. */
function toDosTime(day: number, time: number): number | undefined {
  const [year, month, date] = [(day >> 9) + 1980, (day >> 5) & 0xf, day & 0x1f]
  if (month < 1 || month > 12 || date < 1) return undefined
  return Date.UTC(year, month - 1, date, time >> 11, (time >> 5) & 0x3f, (time & 0x1f) * 2)
}

function toNumber(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw notAnArchive('the archive is broken')
  return Number(value)
}
