// The records of a tar archive (POSIX.1-2001, pax): blocks of 512 bytes, a header before each file, numbers
// in octal. Sizes beyond the eleven digits of a header are in an extended header before it.

export const TAR_BLOCK = 512
/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK)
/** The first size that eleven octal digits cannot tell. */
const PLAIN_SIZES = 8 ** 11

export interface TarEntry {
  path: string
  sizeBytes: number
  modifiedAtMs: number
  mode: number
}

/** Everything before the bytes of a file. */
export function tarHeader(entry: TarEntry): Buffer {
  if (entry.sizeBytes < PLAIN_SIZES) return header(entry, '0')
  const told = Buffer.from(paxRecord('size', String(entry.sizeBytes)))
  const extended = { ...entry, path: `pax/${entry.path}`, sizeBytes: told.length }
  return Buffer.concat([
    header(extended, 'x'),
    told,
    tarPadding(told.length),
    // Who reads the number before it does not look at this one.
    header({ ...entry, sizeBytes: 0 }, '0'),
  ])
}

/** Fills the last block. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((TAR_BLOCK - (sizeBytes % TAR_BLOCK)) % TAR_BLOCK)
}

export interface ReadHeader {
  path: string
  sizeBytes: number
  /** `0` is a file and `x` tells more about the next one. */
  type: string
}

/** Undefined where there is no header: at the end of an archive, and in what is none. */
export function parseTarHeader(block: Buffer): ReadHeader | undefined {
  const sum = readOctal(block, CHECKSUM)
  if (block.length < TAR_BLOCK || sum === 0 || sum !== checksumOf(block)) return undefined
  const prefix = readText(block, PREFIX)
  const name = readText(block, NAME)
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    sizeBytes: readOctal(block, SIZE),
    type: String.fromCharCode(block[TYPE] ?? 0),
  }
}

/** The size that an extended header tells; undefined when it tells of other things. */
export function parsePaxSize(body: string): number | undefined {
  const told = /(?:^|\n)\d+ size=(\d+)\n/.exec(body)?.[1]
  return told === undefined ? undefined : Number(told)
}

const NAME = [0, 100] as const
const MODE = [100, 8] as const
const OWNER = [108, 8] as const
const GROUP = [116, 8] as const
const SIZE = [124, 12] as const
const MODIFIED = [136, 12] as const
const CHECKSUM = [148, 8] as const
const TYPE = 156
const MAGIC = 257
const PREFIX = [345, 155] as const

type Field = readonly [at: number, length: number]

function header({ path, sizeBytes, modifiedAtMs, mode }: TarEntry, type: string): Buffer {
  if (Buffer.byteLength(path) > NAME[1]) throw new Error(`${path} is too long for a tar header`)
  const block = Buffer.alloc(TAR_BLOCK)
  block.write(path, NAME[0])
  writeOctal(block, MODE, mode)
  writeOctal(block, OWNER, 0)
  writeOctal(block, GROUP, 0)
  writeOctal(block, SIZE, sizeBytes)
  writeOctal(block, MODIFIED, Math.floor(modifiedAtMs / 1000))
  block.write(type, TYPE)
  block.write('ustar\x0000', MAGIC)
  writeOctal(block, CHECKSUM, checksumOf(block))
  return block
}

/** The sum of all bytes, those of the sum itself as spaces. */
function checksumOf(block: Buffer): number {
  const [at, length] = CHECKSUM
  let sum = length * 0x20
  for (const [index, byte] of block.entries()) if (index < at || index >= at + length) sum += byte
  return sum
}

function writeOctal(block: Buffer, [at, length]: Field, value: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
}

function readOctal(block: Buffer, field: Field): number {
  return Number.parseInt(readText(block, field).trim() || '0', 8)
}

function readText(block: Buffer, [at, length]: Field): string {
  const text = block.toString('utf8', at, at + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** Its length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length++
  return `${length}${rest}`
}
