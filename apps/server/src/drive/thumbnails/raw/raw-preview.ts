import { type ReadBytes, readAhead } from '../../../kernel/zip/read-ahead.ts'
import { boundExif } from '../bound-exif.ts'
import { noPicture } from '../make-pictures.ts'
import { findPieces, type Piece, type Surveyed } from './embedded-jpegs.ts'
import { readJpegHead } from './jpeg-head.ts'
import { TiffReader } from './tiff-reader.ts'

/** So many of the largest are looked at. */
const MAX_PIECES = 16
const MAX_JPEG_BYTES = 64 * 1024 * 1024
/** What a camera says about itself is at the beginning of its files. */
const HEAD_BYTES = 256 * 1024
const FUJIFILM = 'FUJIFILMCCD-RAW '
/** The numbers after the order of bytes: of TIFF, of Olympus twice, of Panasonic. */
const MAGICS = new Set([0x2a, 0x4f52, 0x5352, 0x55])
const TIFF_HEADER_BYTES = 8

export interface RawPreview {
  /** With what the camera says, so that it is a photo as any other. */
  jpeg: Buffer
  /** Of the picture that the sensor took, as it lies, where the file says it. */
  size: { width: number; height: number } | undefined
}

/**
 * The largest JPEG that a camera put into its raw file, by which it shows the photo itself. The data of the sensor is
 * never read.
 */
export async function rawPreview(read: ReadBytes, sizeBytes: number): Promise<RawPreview> {
  const near = readAhead(read, sizeBytes)
  const head = await near(0, Math.min(HEAD_BYTES, sizeBytes))
  const isFujifilm = head.toString('latin1', 0, FUJIFILM.length) === FUJIFILM
  const found = isFujifilm ? fujifilmPieces(head) : await tiffPieces(near, head, sizeBytes)
  const pieces = found.pieces
    .filter(({ at, length }) => length <= MAX_JPEG_BYTES && at + length <= sizeBytes)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_PIECES)
  for (const piece of pieces) {
    const jpegHead = await readJpegHead(readAhead(read, sizeBytes), piece)
    if (!jpegHead) continue
    const jpeg = await read(piece.at, piece.length)
    const size = found.width > 0 ? { width: found.width, height: found.height } : undefined
    return { jpeg: jpegHead.hasExif || isFujifilm ? jpeg : withExif(jpeg, head), size }
  }
  throw noPicture('there is no JPEG in it')
}

function fujifilmPieces(head: Buffer): Surveyed {
  const pieces: Piece[] =
    head.length < 92 ? [] : [{ at: head.readUInt32BE(84), length: head.readUInt32BE(88) }]
  return { pieces, width: 0, height: 0 }
}

async function tiffPieces(read: ReadBytes, head: Buffer, sizeBytes: number): Promise<Surveyed> {
  const order = head.toString('latin1', 0, 2)
  const isTiff = head.length >= TIFF_HEADER_BYTES && (order === 'II' || order === 'MM')
  const reader = new TiffReader(read, sizeBytes, order === 'II')
  if (!isTiff || !MAGICS.has(reader.uint16(head, 2))) throw noPicture('it is no raw photo')
  return findPieces(reader, reader.uint32(head, 4))
}

/** With what the camera says at the beginning of the raw file: when, where, with what, and how it was held. */
function withExif(jpeg: Buffer, head: Buffer): Buffer {
  const tiff = Buffer.from(head)
  // Some cameras have a number of their own in a file that else is TIFF.
  if (tiff.toString('latin1', 0, 2) === 'II') tiff.writeUInt16LE(0x2a, 2)
  else tiff.writeUInt16BE(0x2a, 2)
  const exif = boundExif(tiff)
  if (!exif) return jpeg
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif])
  const segment = Buffer.from([0xff, 0xe1, 0, 0])
  segment.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, block, jpeg.subarray(2)])
}
