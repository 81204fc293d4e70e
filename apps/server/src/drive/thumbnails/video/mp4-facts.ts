import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import type { VideoFacts } from './video-facts.ts'

/** So many boxes of one level are looked at. A film in fragments has its header before them. */
const MAX_BOXES = 200
const MAX_TRACKS = 32
/** Seconds from 1904, where this format begins to count, to 1970. */
const EPOCH_SECONDS = 2_082_844_800

interface Box {
  type: string
  /** Where its content is. */
  start: number
  end: number
}

/** Of `moov`, the header of MP4 and QuickTime, wherever it is. */
export async function readMp4Facts(read: ReadBytes, sizeBytes: number): Promise<VideoFacts> {
  const moov = await find(read, { start: 0, end: sizeBytes }, 'moov')
  if (!moov) return {}
  let facts: VideoFacts = {}
  let timescale = 0
  let tracks = 0
  for await (const box of boxesIn(read, moov)) {
    if (box.type === 'mvhd') {
      const movie = parseMovie(await content(read, box, 32))
      timescale = movie.timescale
      facts = { ...facts, ...movie.facts }
    } else if (box.type === 'trak' && facts.width === undefined && tracks < MAX_TRACKS) {
      tracks++
      const track = await find(read, box, 'tkhd')
      if (track) facts = { ...facts, ...parseTrack(await content(read, track, 96)) }
    } else if (box.type === 'mvex' && facts.durationMs === undefined && timescale > 0) {
      const length = await find(read, box, 'mehd')
      if (length) {
        const durationMs = parseFragments(await content(read, length, 12), timescale)
        if (durationMs !== undefined) facts = { ...facts, durationMs }
      }
    }
  }
  return facts
}

async function find(
  read: ReadBytes,
  inside: Pick<Box, 'start' | 'end'>,
  type: string,
): Promise<Box | undefined> {
  for await (const box of boxesIn(read, inside)) if (box.type === type) return box
  return undefined
}

async function* boxesIn(
  read: ReadBytes,
  { start, end }: Pick<Box, 'start' | 'end'>,
): AsyncIterable<Box> {
  let at = start
  for (let count = 0; count < MAX_BOXES && at + 8 <= end; count++) {
    const head = await read(at, Math.min(16, end - at))
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    const isLong = short === 1
    if (isLong && head.length < 16) return
    // 0: it goes on to the end.
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short
    const headBytes = isLong ? 16 : 8
    if (size < headBytes || at + size > end) return
    yield { type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + size }
    at += size
  }
}

function content(read: ReadBytes, { start, end }: Box, mostBytes: number): Promise<Buffer> {
  return read(start, Math.min(mostBytes, end - start))
}

function parseMovie(bytes: Buffer): { timescale: number; facts: VideoFacts } {
  const isLong = bytes[0] === 1
  if (bytes.length < (isLong ? 32 : 20)) return { timescale: 0, facts: {} }
  const created = isLong ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4)
  const timescale = bytes.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16)
  // All ones: it is not known.
  const isKnown = duration > 0 && duration < (isLong ? 2 ** 63 : 0xffff_ffff) && timescale > 0
  const facts = {
    ...(isKnown && { durationMs: (duration * 1000) / timescale }),
    ...(created > 0 && { takenAt: (created - EPOCH_SECONDS) * 1000 }),
  }
  return { timescale, facts }
}

function parseFragments(bytes: Buffer, timescale: number): number | undefined {
  const isLong = bytes[0] === 1
  if (bytes.length < (isLong ? 12 : 8)) return undefined
  const duration = isLong ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4)
  return (duration * 1000) / timescale
}

/** Only what is seen has a size. It is turned by its matrix, of which quarters of a turn matter. */
function parseTrack(bytes: Buffer): VideoFacts {
  const matrixAt = bytes[0] === 1 ? 52 : 40
  if (bytes.length < matrixAt + 44) return {}
  const isTurned = bytes.readInt32BE(matrixAt) === 0 && bytes.readInt32BE(matrixAt + 4) !== 0
  const width = bytes.readUInt16BE(matrixAt + 36)
  const height = bytes.readUInt16BE(matrixAt + 40)
  if (width === 0 || height === 0) return {}
  return isTurned ? { width: height, height: width } : { width, height }
}
