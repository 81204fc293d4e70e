import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour, as a camera would write it. */
export function someImage(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg',
): Promise<Buffer> {
  const background = { r: 200, g: 30, b: 30 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** A photograph that lies on its side and tells where it was taken. */
export function sidewaysPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** A PNG of so many pixels, all of them black: a few kilobytes that unpack to hundreds of megabytes. */
export function bombImage(width: number, height: number): Buffer {
  // One bit a pixel, shades of grey.
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  return toPng({ width, height, bits: 1, colours: 0, isInterlaced: false }, deflateSync(rows))
}

/** One with 64 bits a pixel, in an order that can only be read with all of them in memory. */
export function deepBomb(width: number, height: number): Buffer {
  const rowBytes = PASSES.reduce((sum, [x, y, stepX, stepY]) => {
    const pixels = Math.ceil((width - x) / stepX)
    return sum + (1 + pixels * 8) * Math.ceil((height - y) / stepY)
  }, 0)
  const header = { width, height, bits: 16, colours: 6, isInterlaced: true }
  return toPng(header, deflateZeros(rowBytes))
}

/** Where each pass of an interlaced PNG begins, and how far its pixels are apart. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** What `deflateSync` gives for so many zeros, without having them. */
function deflateZeros(count: number): Buffer {
  const step = 1024 * 1024
  const many = deflateRawSync(Buffer.alloc(step), { finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE(count % 65_521, 0)
  checksum.writeUInt16BE(1, 2)
  return Buffer.concat([
    Buffer.from([0x78, 0x01]),
    ...Array.from({ length: Math.floor(count / step) }, () => many),
    deflateRawSync(Buffer.alloc(count % step)),
    checksum,
  ])
}

interface PngHeader {
  width: number
  height: number
  bits: number
  colours: number
  isInterlaced: boolean
}

function toPng({ width, height, bits, colours, isInterlaced }: PngHeader, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = colours
  header[12] = isInterlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
)
