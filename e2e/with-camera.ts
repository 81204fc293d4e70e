/** A JPEG as a camera writes it: what it says about itself is in front of the picture. */
export async function withCamera(picture: Blob, model: string): Promise<Blob> {
  const jpeg = Buffer.from(await picture.arrayBuffer())
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), toTiff(model)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return new Blob([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)], { type: 'image/jpeg' })
}

interface Entry {
  tag: number
  type: number
  count: number
  value: Buffer
}

const HEADER_BYTES = 8

function toTiff(model: string): Buffer {
  const exposure = [
    fraction(0x829a, 1, 250),
    fraction(0x829d, 28, 10),
    { tag: 0x8827, type: 3, count: 1, value: Buffer.from([1, 0x90]) },
    text(0x9003, '2019:05:02 10:00:00'),
  ]
  const main = (exposureAt: number) =>
    toDirectory(HEADER_BYTES, [
      text(0x0110, model),
      { tag: 0x8769, type: 4, count: 1, value: uint32(exposureAt) },
    ])
  const exposureAt = HEADER_BYTES + main(0).length
  const header = Buffer.concat([Buffer.from('MM\0*', 'latin1'), uint32(HEADER_BYTES)])
  return Buffer.concat([header, main(exposureAt), toDirectory(exposureAt, exposure)])
}

/** Values of more than four bytes are behind the entries. */
function toDirectory(at: number, entries: readonly Entry[]): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4)
  head.writeUInt16BE(entries.length)
  const values: Buffer[] = []
  let valueAt = at + head.length
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const entryAt = 2 + index * 12
    head.writeUInt16BE(tag, entryAt)
    head.writeUInt16BE(type, entryAt + 2)
    head.writeUInt32BE(count, entryAt + 4)
    if (value.length <= 4) value.copy(head, entryAt + 8)
    else {
      head.writeUInt32BE(valueAt, entryAt + 8)
      values.push(value)
      valueAt += value.length
    }
  }
  return Buffer.concat([head, ...values])
}

function text(tag: number, words: string): Entry {
  const value = Buffer.from(`${words}\0`, 'latin1')
  return { tag, type: 2, count: value.length, value }
}

function fraction(tag: number, above: number, below: number): Entry {
  return { tag, type: 5, count: 1, value: Buffer.concat([uint32(above), uint32(below)]) }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
