import sharp from 'sharp'
import { expect, test } from 'vitest'
import { boundExif } from './bound-exif.ts'
import { parseCameraFacts } from './picture-facts.ts'

const MODEL = 0x0110
const PHOTO_DIRECTORY = 0x8769
const MAKER_NOTE = 0x927c

type Tag = [tag: number, type: number, count: number, at: number]

/** A block with these tags in its first directory, whose values may be anywhere in it. */
function blockOf(tags: readonly Tag[], rest: Buffer, after = 0): Buffer {
  const head = Buffer.alloc(8 + 2 + tags.length * 12 + 4)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(tags.length, 8)
  for (const [index, [tag, type, count, at]] of tags.entries()) {
    const start = 10 + index * 12
    head.writeUInt16LE(tag, start)
    head.writeUInt16LE(type, start + 2)
    head.writeUInt32LE(count, start + 4)
    head.writeUInt32LE(at, start + 8)
  }
  head.writeUInt32LE(after, head.length - 4)
  return Buffer.concat([head, rest])
}

test('65,535 tags that each claim a megabyte of values are read at once, and cost next to nothing', () => {
  const tags = Array.from({ length: 65_535 }, (): Tag => [MODEL, 1, 1_000_000, 8])
  const block = blockOf(tags, Buffer.alloc(1_000_000), 8)
  expect(parseCameraFacts(block)).toEqual({})
  expect(boundExif(block)?.length).toBeLessThan(200)
})

test('directories that lead to each other and to themselves end', () => {
  const tags: Tag[] = [
    [PHOTO_DIRECTORY, 4, 1, 8],
    [0x8825, 4, 1, 8],
    [0xa005, 4, 1, 8],
  ]
  expect(parseCameraFacts(blockOf(tags, Buffer.alloc(0), 8))).toEqual({})
})

test('of a long text the beginning is read, and a value that ends behind the block is none', () => {
  const at = 8 + 2 + 12 + 4
  const long = Buffer.from('x'.repeat(60_000))
  const { camera } = parseCameraFacts(blockOf([[MODEL, 2, long.length, at]], long))
  expect(camera).toBe('x'.repeat(90))
  expect(parseCameraFacts(blockOf([[MODEL, 2, 4_000_000_000, at]], long)).camera).toBe(camera)
  expect(parseCameraFacts(blockOf([[MODEL, 2, 100, at + long.length - 10]], long))).toEqual({})
})

test('tags behind what a camera writes are not read', () => {
  const note = (n: number): Tag => [MAKER_NOTE, 7, 4, n]
  const model: Tag = [MODEL, 2, 4, Buffer.from('abc\0').readUInt32LE()]
  const notes = (count: number) => Array.from({ length: count }, (_, n) => note(n))
  expect(parseCameraFacts(blockOf([...notes(499), model], Buffer.alloc(0)))).toEqual({
    camera: 'abc',
  })
  expect(parseCameraFacts(blockOf([...notes(500), model], Buffer.alloc(0)))).toEqual({})
})

test('a block keeps the tags that are asked for, in either order of bytes, and loses all others', async () => {
  const image = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .withExif({
      IFD0: { Make: 'Canon', Model: 'EOS', Software: 'Editor' },
      IFD2: { LensModel: 'RF35mm', UserComment: 'a secret' },
    })
    .jpeg()
    .toBuffer()
  const { exif = Buffer.alloc(0) } = await sharp(image).metadata()
  const bounded = boundExif(exif) ?? Buffer.alloc(0)
  expect(parseCameraFacts(exif)).toEqual({ camera: 'Canon EOS', lens: 'RF35mm' })
  expect(bounded.includes('RF35mm')).toBe(true)
  expect(bounded.includes('Editor')).toBe(false)
  const big = Buffer.from(
    '4d4d002a00000008000101100002000000090000001a00000000456f73205236584e00',
    'hex',
  )
  expect(parseCameraFacts(big)).toEqual({ camera: 'Eos R6XN' })
})

test('whatever the bytes are, reading them ends without an error', async () => {
  let seed = 7
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31)
  const base = blockOf(
    [
      [MODEL, 2, 20, 60],
      [PHOTO_DIRECTORY, 4, 1, 40],
    ],
    Buffer.alloc(200, 3),
  )
  for (let round = 0; round < 2_000; round++) {
    const block = Buffer.from(base)
    for (let n = 0; n < 8; n++) block[4 + (next() % (block.length - 4))] = next() % 256
    expect(typeof parseCameraFacts(block)).toBe('object')
  }
  for (const bytes of ['', 'II', 'II*\0', 'Exif\0\0II*\0\x08\0\0']) {
    expect(parseCameraFacts(Buffer.from(bytes, 'latin1'))).toEqual({})
  }
})
