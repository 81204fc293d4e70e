import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { expectError } from '../../../blobs/testing.ts'
import type { ReadBytes } from '../../../kernel/zip/read-ahead.ts'
import { makePictures } from '../make-pictures.ts'
import { readPictureFacts } from '../picture-facts.ts'
import { readTakenTime } from '../taken-time.ts'
import { sidewaysPhoto, someImage } from '../testing-images.ts'
import { plainJpeg, rawPhoto, sensorJpeg, TiffFile } from '../testing-raw.ts'
import { rawPreview } from './raw-preview.ts'

function previewOf(bytes: Buffer) {
  const read: number[] = []
  const readBytes: ReadBytes = async (start, length) => {
    expect(start + length).toBeLessThanOrEqual(bytes.length)
    read.push(length)
    return bytes.subarray(start, start + length)
  }
  return { preview: rawPreview(readBytes, bytes.length), read }
}

async function sizeOf(bytes: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp((await previewOf(bytes).preview).jpeg).metadata()
  return [width, height]
}

const refused = (bytes: Buffer) => expectError(previewOf(bytes).preview, 'invalid_argument')

describe('the picture of a raw photo is the largest JPEG that the camera put into it', () => {
  test.each([
    ['TIFF', {}],
    ['TIFF in the other order of bytes', { order: 'MM' }],
    ['Olympus', { magic: 0x4f52 }],
    ['Panasonic', { magic: 0x55 }],
  ] as const)('in the way of %s', async (_, sample) => {
    const { jpeg, size } = await previewOf(await rawPhoto(sample)).preview
    const { width, height } = await sharp(jpeg).metadata()
    expect([width, height]).toEqual([1800, 900])
    expect(size).toEqual({ width: 6000, height: 3000 })
    expect(await readTakenTime(jpeg)).toBe(Date.parse('2026-11-15T18:24:57+07:00'))
    expect(await readPictureFacts(jpeg)).toMatchObject({
      camera: 'Canon EOS R6',
      taken_local: '2026-11-15T18:24:57',
      taken_offset: '+07:00',
    })
  })

  test('it is upright, as the camera was held', async () => {
    const { jpeg } = await previewOf(await rawPhoto({ orientation: 6 })).preview
    const { width, height } = await sharp((await makePictures(jpeg))[0]?.bytes).metadata()
    expect([width, height]).toEqual([128, 256])
  })

  test('Canon has it as the only strip of a directory, and the data of the sensor is left', async () => {
    const file = new TiffFile()
    const large = await plainJpeg(900, 600)
    const sensor = sensorJpeg(200_000)
    const strip = (at: number, length: number) =>
      [
        [0x0103, [6]],
        [0x0111, [at]],
        [0x0117, [length]],
      ] as const
    const last = file.addDirectory(strip(file.add(sensor), sensor.length))
    const first = file.addDirectory(strip(file.add(large), large.length), { next: last })
    expect(await sizeOf(file.toBuffer(first))).toEqual([900, 600])
  })

  test('Panasonic has it as the value of a tag, with what the camera says in it', async () => {
    const file = new TiffFile()
    const first = file.addDirectory([[0x002e, await sidewaysPhoto()]])
    const { jpeg } = await previewOf(file.toBuffer(first, 0x55)).preview
    expect(await sharp(jpeg).metadata()).toMatchObject({ orientation: 6, width: 600 })
    expect(jpeg).toEqual(await sidewaysPhoto())
  })

  test.each(['OLYMPUS\0II\x03\0', 'OM SYSTEM\0\0\0II\x04\0'])(
    'Olympus has it in its own notes, %j',
    async (name) => {
      const file = new TiffFile()
      const jpeg = await plainJpeg(1200, 900)
      // Places in the notes are counted from their beginning.
      const notes = new TiffFile()
      const note = Buffer.from(name, 'latin1')
      const shift = 8 - note.length - 18
      const jpegAt = notes.add(jpeg)
      const settings = notes.addDirectory([
        [0x0101, [jpegAt - shift]],
        [0x0102, [jpeg.length]],
      ])
      const body = notes.toBuffer(0).subarray(8)
      const directory = Buffer.alloc(18)
      directory.writeUInt16LE(1, 0)
      directory.writeUInt16LE(0x2020, 2)
      directory.writeUInt16LE(13, 4)
      directory.writeUInt32LE(1, 6)
      directory.writeUInt32LE(settings - shift, 10)
      const photo = file.addDirectory([[0x927c, Buffer.concat([note, directory, body])]])
      const first = file.addDirectory([[0x8769, [photo]]])
      expect(await sizeOf(file.toBuffer(first, 0x4f52))).toEqual([1200, 900])
    },
  )

  test('Fujifilm says in its header where it is', async () => {
    const jpeg = await someImage(800, 600)
    const head = Buffer.alloc(160)
    head.write('FUJIFILMCCD-RAW 0201')
    head.writeUInt32BE(head.length, 84)
    head.writeUInt32BE(jpeg.length, 88)
    expect(await sizeOf(Buffer.concat([head, jpeg, Buffer.alloc(5000)]))).toEqual([800, 600])
    await refused(Buffer.concat([head, jpeg.subarray(0, 100)]))
  })
})

describe('a hostile file', () => {
  test('directories that lead to themselves, and to each other, end', async () => {
    const file = new TiffFile()
    const at = 8
    const first = file.addDirectory(
      [
        [0x014a, [at, at, at]],
        [0x8769, [at]],
      ],
      { next: at },
    )
    const { preview, read } = previewOf(file.toBuffer(first))
    await expectError(preview, 'invalid_argument')
    expect(read.length).toBeLessThan(10)
  })

  test('a chain of a thousand directories is read as far as a camera would write it', async () => {
    const file = new TiffFile()
    let next = file.addDirectory([
      [0x0201, [file.add(await plainJpeg(90, 60))]],
      [0x0202, [600]],
    ])
    for (let count = 0; count < 1000; count++) {
      // Far apart, so that each costs a read.
      file.add(Buffer.alloc(20_000))
      next = file.addDirectory([[0x014a, Array.from({ length: 9 }, () => next)]], { next })
    }
    const { preview, read } = previewOf(file.toBuffer(next))
    await expectError(preview, 'invalid_argument')
    expect(read.length).toBeLessThan(200)
  })

  test('65,535 tags and pieces beyond the end cost a few reads', async () => {
    const many = Array.from({ length: 65_533 }, (_, n) => [n, [0xffff_fff0]] as const)
    const file = new TiffFile()
    const first = file.addDirectory([...many, [0x0201, [10]], [0x0202, [0xffff_ffff]]])
    const { preview, read } = previewOf(file.toBuffer(first))
    await expectError(preview, 'invalid_argument')
    expect(read.length).toBeLessThan(10)
  })

  test('a JPEG of endless headers is none', async () => {
    const file = new TiffFile()
    const endless = Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      ...Array.from({ length: 100_000 }, () => Buffer.from('ffe20002', 'hex')),
    ])
    const first = file.addDirectory([
      [0x0201, [file.add(endless)]],
      [0x0202, [endless.length]],
    ])
    const { preview, read } = previewOf(file.toBuffer(first))
    await expectError(preview, 'invalid_argument')
    expect(read.length).toBeLessThan(20)
  })

  test('whatever the bytes are, reading them ends with a refusal or a JPEG', async () => {
    let seed = 7
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31)
    const base = await rawPhoto()
    const start = base.length - 400
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(base)
      for (let n = 0; n < 8; n++) bytes[start + (next() % 400)] = next() % 256
      const { preview } = previewOf(bytes)
      await preview.catch((error) => expect(error).toMatchObject({ error: 'invalid_argument' }))
    }
    for (let length = 0; length < 40; length++) await refused(base.subarray(0, length))
    await refused(await someImage(30, 30))
  })
})
