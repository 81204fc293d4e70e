import { crc32, deflateSync } from 'node:zlib'

/** A picture in shades of grey: 0 is black, 15 is white, row by row. */
export interface GreyPicture {
  width: number
  height: number
  shades: Uint8Array
}

/** PNG with four bits a pixel. */
export function encodePng({ width, height, shades }: GreyPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BIT_DEPTH, GREYSCALE, 0, 0, 0], 8)

  const rowBytes = Math.ceil(width / 2)
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (rowBytes + 1) + 1 + (x >> 1)
      const shade = shades[y * width + x] ?? 0
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? shade << 4 : shade)
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BIT_DEPTH = 4
const GREYSCALE = 0

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
