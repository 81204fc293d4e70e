import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'

/** More than a camera writes in front of the picture. */
const MAX_SEGMENTS = 64
const MARKER_BYTES = 4
const EXIF = 'Exif\0'
const START = 0xffd8
const APP1 = 0xe1
/** Pictures that every reader of JPEG shows; the others are the data of a sensor, without loss. */
const SHOWN = new Set([0xc0, 0xc1, 0xc2])
/** The beginning of a picture, as far as the headers say; tables are between them. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce])
const SCAN = 0xda

export interface JpegHead {
  hasExif: boolean
}

/** What is in front of the picture; undefined where the bytes are no JPEG that can be shown. */
export async function readJpegHead(
  read: ReadBytes,
  { at, length }: { at: number; length: number },
): Promise<JpegHead | undefined> {
  const end = at + length
  if (length < 2 + MARKER_BYTES || (await read(at, 2)).readUInt16BE() !== START) return undefined
  let hasExif = false
  let next = at + 2
  for (let count = 0; count < MAX_SEGMENTS && next + MARKER_BYTES <= end; count++) {
    const segment = await read(next, MARKER_BYTES)
    const marker = segment.readUInt8(1)
    if (segment.readUInt8(0) !== 0xff || marker === SCAN) return undefined
    if (FRAMES.has(marker)) return SHOWN.has(marker) ? { hasExif } : undefined
    const content = next + MARKER_BYTES
    next += 2 + segment.readUInt16BE(2)
    if (marker === APP1 && content + EXIF.length <= next && next <= end) {
      hasExif ||= (await read(content, EXIF.length)).toString('latin1') === EXIF
    }
  }
  return undefined
}
