import sharp from 'sharp'

type Value = readonly number[] | string | Buffer

/** A tag with whole numbers, a text, or bytes. */
type Tag = readonly [tag: number, value: Value]

const TYPES = { ascii: 2, long: 4, undefined: 7 }

/** A file of TIFF directories, written from its end to its beginning: a directory knows where its values are. */
export class TiffFile {
  readonly #isLittle: boolean
  readonly #chunks: Buffer[] = []
  #length = 8

  constructor(order: 'II' | 'MM' = 'II') {
    this.#isLittle = order === 'II'
  }

  /** Where they are. */
  add(bytes: Buffer): number {
    const at = this.#length
    this.#chunks.push(bytes)
    this.#length += bytes.length
    return at
  }

  /** Where it is; values are counted from `base`. */
  addDirectory(tags: readonly Tag[], { next = 0, base = 0 } = {}): number {
    const entries = tags.map(([tag, value]) => {
      const [bytes, count, type] = this.#toBytes(value)
      const inline = Buffer.alloc(4)
      if (bytes.length <= 4) bytes.copy(inline)
      else this.#number(4, this.add(bytes) - base).copy(inline)
      return [this.#number(2, tag), this.#number(2, type), this.#number(4, count), inline]
    })
    const count = this.#number(2, tags.length)
    return this.add(Buffer.concat([count, ...entries.flat(), this.#number(4, next)]))
  }

  toBuffer(first: number, magic = 0x2a): Buffer {
    const order = Buffer.from(this.#isLittle ? 'II' : 'MM')
    return Buffer.concat([order, this.#number(2, magic), this.#number(4, first), ...this.#chunks])
  }

  #toBytes(value: Value): [bytes: Buffer, count: number, type: number] {
    if (typeof value === 'string') {
      return [Buffer.from(`${value}\0`, 'latin1'), value.length + 1, TYPES.ascii]
    }
    if (Buffer.isBuffer(value)) return [value, value.length, TYPES.undefined]
    return [Buffer.concat(value.map((one) => this.#number(4, one))), value.length, TYPES.long]
  }

  #number(size: 2 | 4, value: number): Buffer {
    const bytes = Buffer.alloc(size)
    if (this.#isLittle) bytes.writeUIntLE(value, 0, size)
    else bytes.writeUIntBE(value, 0, size)
    return bytes
  }
}

/** A JPEG as cameras put it into their files: with nothing beside its pixels. */
export function plainJpeg(width: number, height: number, background = 'red'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** What begins as a JPEG and is the data of a sensor, packed without loss. */
export function sensorJpeg(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('ffd8ffc3000b0e00100010010011', 'hex'), Buffer.alloc(bytes)])
}

interface RawSample {
  order?: 'II' | 'MM'
  magic?: number
  /** Of 1 to 8, as a camera was held. */
  orientation?: number
}

/**
 * A raw photo as many cameras write it: a small JPEG, a larger one in a directory of its own, and the data of the
 * sensor, which is the largest of the three.
 */
export async function rawPhoto({ order, magic, orientation = 1 }: RawSample = {}): Promise<Buffer> {
  const file = new TiffFile(order)
  const small = await plainJpeg(160, 80)
  const large = await plainJpeg(1800, 900)
  const sensor = sensorJpeg(100_000)
  const [smallAt, largeAt, sensorAt] = [file.add(small), file.add(large), file.add(sensor)]
  const preview = file.addDirectory([
    [0x0201, [largeAt]],
    [0x0202, [large.length]],
  ])
  const whole = file.addDirectory([
    [0x0100, [6000]],
    [0x0101, [3000]],
    [0x0103, [7]],
    [0x0111, [sensorAt]],
    [0x0117, [sensor.length]],
  ])
  const photo = file.addDirectory([
    [0x9003, '2026:11:15 18:24:57'],
    [0x9011, '+07:00'],
  ])
  const first = file.addDirectory([
    [0x010f, 'Canon'],
    [0x0110, 'Canon EOS R6'],
    [0x0112, [orientation]],
    [0x014a, [preview, whole]],
    [0x0201, [smallAt]],
    [0x0202, [small.length]],
    [0x8769, [photo]],
  ])
  return file.toBuffer(first, magic)
}
