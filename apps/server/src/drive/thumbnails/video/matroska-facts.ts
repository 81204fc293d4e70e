import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import type { VideoFacts } from './video-facts.ts'

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
/** Here the film itself begins; what tells of it is before. */
const CLUSTER = 0x1f43b675
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const DATE = 0x4461
const TRACK = 0xae
const VIDEO = 0xe0
const PIXEL_WIDTH = 0xb0
const PIXEL_HEIGHT = 0xba

const MAX_ELEMENTS = 200
/** Of what is read as a whole; larger ones tell no more. */
const MAX_BYTES = 1024 * 1024
/** Where dates of this format begin, in milliseconds. */
const EPOCH_MS = Date.UTC(2001, 0, 1)

interface Element {
  id: number
  /** Where its content is. */
  start: number
  end: number
}

/** Of Matroska and WebM: the part of the segment before its first cluster. */
export async function readMatroskaFacts(read: ReadBytes, sizeBytes: number): Promise<VideoFacts> {
  let facts: VideoFacts = {}
  let at = 0
  let end = sizeBytes
  for (let count = 0; count < MAX_ELEMENTS && at + 2 <= end; count++) {
    const head = await read(at, Math.min(12, end - at))
    const element = parseHead(head, 0)
    if (!element || element.id === CLUSTER) break
    const start = at + element.start
    const last = element.end === UNKNOWN ? end : start + element.end
    if (last > end) break
    if (element.id === SEGMENT) {
      at = start
      end = last
      continue
    }
    if ((element.id === INFO || element.id === TRACKS) && last - start <= MAX_BYTES) {
      const bytes = await read(start, last - start)
      facts = { ...facts, ...(element.id === INFO ? parseInfo(bytes) : parseTracks(bytes)) }
    }
    at = last
  }
  return facts
}

function parseInfo(bytes: Buffer): VideoFacts {
  const inside = elementsIn(bytes, { start: 0, end: bytes.length })
  const scale = numberOf(bytes, inside.find(hasId(TIMESTAMP_SCALE))) ?? 1_000_000
  const duration = floatOf(bytes, inside.find(hasId(DURATION)))
  const date = inside.find(hasId(DATE))
  return {
    ...(duration !== undefined && { durationMs: (duration * scale) / 1_000_000 }),
    ...(date &&
      date.end - date.start === 8 && {
        takenAt: EPOCH_MS + Number(bytes.readBigInt64BE(date.start)) / 1_000_000,
      }),
  }
}

function parseTracks(bytes: Buffer): VideoFacts {
  for (const track of elementsIn(bytes, { start: 0, end: bytes.length }).filter(hasId(TRACK))) {
    const video = elementsIn(bytes, track).find(hasId(VIDEO))
    if (!video) continue
    const inside = elementsIn(bytes, video)
    const width = numberOf(bytes, inside.find(hasId(PIXEL_WIDTH)))
    const height = numberOf(bytes, inside.find(hasId(PIXEL_HEIGHT)))
    if (width && height) return { width, height }
  }
  return {}
}

function elementsIn(bytes: Buffer, { start, end }: Pick<Element, 'start' | 'end'>): Element[] {
  const found: Element[] = []
  let at = start
  while (at < end && found.length < MAX_ELEMENTS) {
    const head = parseHead(bytes.subarray(0, end), at)
    if (!head || head.end === UNKNOWN || at + head.start + head.end > end) break
    const inside = at + head.start
    found.push({ id: head.id, start: inside, end: inside + head.end })
    at = inside + head.end
  }
  return found
}

function hasId(id: number) {
  return (element: Element) => element.id === id
}

const UNKNOWN = -1

/** How long the head is, and the content after it: both are numbers whose first bits say how long they are. */
function parseHead(bytes: Buffer, at: number): Element | undefined {
  const idBytes = lengthOf(bytes[at], 4)
  if (idBytes === undefined || at + idBytes >= bytes.length) return undefined
  const id = bytes.readUIntBE(at, idBytes)
  const sizeAt = at + idBytes
  const sizeBytes = lengthOf(bytes[sizeAt], 8)
  if (sizeBytes === undefined || sizeAt + sizeBytes > bytes.length) return undefined
  const first = (bytes[sizeAt] ?? 0) & (0xff >> sizeBytes)
  let size = first
  let isUnknown = first === 0xff >> sizeBytes
  for (let index = 1; index < sizeBytes; index++) {
    const byte = bytes[sizeAt + index] ?? 0
    size = size * 256 + byte
    isUnknown = isUnknown && byte === 0xff
  }
  return { id, start: idBytes + sizeBytes, end: isUnknown ? UNKNOWN : size }
}

function lengthOf(byte: number | undefined, most: number): number | undefined {
  const length = byte === undefined ? 9 : Math.clz32(byte) - 23
  return length <= most ? length : undefined
}

function numberOf(bytes: Buffer, element: Element | undefined): number | undefined {
  if (!element) return undefined
  const length = element.end - element.start
  return length >= 1 && length <= 6 ? bytes.readUIntBE(element.start, length) : undefined
}

function floatOf(bytes: Buffer, element: Element | undefined): number | undefined {
  if (!element) return undefined
  const length = element.end - element.start
  const value =
    length === 8
      ? bytes.readDoubleBE(element.start)
      : length === 4
        ? bytes.readFloatBE(element.start)
        : undefined
  return Number.isFinite(value) ? value : undefined
}
