import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import { readAhead } from '../../../kernel/zip/read-ahead.ts'
import { readMatroskaFacts } from './matroska-facts.ts'
import { readMp4Facts } from './mp4-facts.ts'
import type { VideoFacts } from './video-facts.ts'

/**
 * Of MP4, QuickTime, Matroska and WebM; of anything else nothing. No frame is decoded, and only headers are read:
 * how much that is does not depend on how long the video is.
 */
export async function readVideoFacts(read: ReadBytes, sizeBytes: number): Promise<VideoFacts> {
  const ahead = readAhead(read, sizeBytes)
  let reads = 0
  const readInside: ReadBytes = async (start, length) => {
    if (start + length > sizeBytes || ++reads > MAX_READS) return Buffer.alloc(0)
    return ahead(start, length)
  }
  const head = await readInside(0, MAGIC_BYTES)
  if (head.length < MAGIC_BYTES) return {}
  const isMatroska = head.readUInt32BE(0) === EBML
  const facts = await (isMatroska ? readMatroskaFacts : readMp4Facts)(readInside, sizeBytes)
  return {
    ...(isSide(facts.width) && isSide(facts.height)
      ? { width: facts.width, height: facts.height }
      : {}),
    ...(isWithin(facts.durationMs, 1, MAX_DURATION_MS) && {
      durationMs: Math.round(facts.durationMs),
    }),
    ...(isWithin(facts.takenAt, FIRST_MS, LAST_MS) && { takenAt: Math.round(facts.takenAt) }),
  }
}

const MAGIC_BYTES = 8
/** Several times what the header of a film with all its tracks takes. Boxes in boxes could ask for far more. */
const MAX_READS = 2_000
const EBML = 0x1a45dfa3
const MAX_SIDE = 65_535
const MAX_DURATION_MS = 1000 * 3600 * 1000
/** A clock that was never set says a year in which nobody recorded a file. */
const FIRST_MS = Date.UTC(1971, 0, 1)
const LAST_MS = Date.UTC(2200, 0, 1)

function isSide(value: number | undefined): value is number {
  return Number.isInteger(value) && isWithin(value, 1, MAX_SIDE)
}

function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most
}
