import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectError } from '../../blobs/testing.ts'
import { makePictures } from './make-pictures.ts'
import { bombImage, drawing, sidewaysPhoto, someImage } from './testing-images.ts'

async function sizesOf(image: Buffer): Promise<string[]> {
  const sizes: string[] = []
  for (const { size, bytes } of await makePictures(image)) {
    const { format, width, height } = await sharp(bytes).metadata()
    sizes.push(`${size} ${format} ${width}x${height}`)
  }
  return sizes
}

const refused = (image: Buffer) => expectError(makePictures(image), 'invalid_argument')

test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'a %s gets three thumbnails, each within its size',
  async (format) => {
    expect(await sizesOf(await someImage(2000, 1000, format))).toEqual([
      '256 webp 256x128',
      '512 webp 512x256',
      '1600 webp 1600x800',
    ])
  },
)

test('a small image is not enlarged, and a thin one keeps at least one pixel', async () => {
  expect(await sizesOf(await someImage(40, 30))).toEqual([
    '256 webp 40x30',
    '512 webp 40x30',
    '1600 webp 40x30',
  ])
  expect(await sizesOf(await someImage(5000, 2, 'png'))).toEqual([
    '256 webp 256x1',
    '512 webp 512x1',
    '1600 webp 1600x1',
  ])
})

test('the thumbnail of a photo is upright and has no metadata', async () => {
  const photo = await sidewaysPhoto()
  const before = await sharp(photo).metadata()
  expect([before.orientation, before.width, before.height]).toEqual([6, 600, 300])
  expect(before.exif?.includes('Camera')).toBe(true)
  for (const { bytes } of await makePictures(photo)) {
    const { orientation, width = 0, height = 0, exif, xmp, iptc } = await sharp(bytes).metadata()
    expect(height).toBeGreaterThan(width)
    expect({ orientation, exif, xmp, iptc }).toEqual({})
    expect(bytes.includes('Camera')).toBe(false)
  }
})

test('the thumbnail of a transparent image is transparent', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const image = await sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
    .png()
    .toBuffer()
  for (const { bytes } of await makePictures(image)) {
    expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  }
})

test('an image of more than 100 million pixels is rejected by the pixel limit', async () => {
  for (const bomb of [bombImage(30_000, 30_000), bombImage(10_000, 10_001)]) {
    expect(bomb.length).toBeLessThan(200_000)
    expect((await refused(bomb)).description).toMatch(/pixel limit/)
  }
})

test('a large image within the pixel limit gets thumbnails', async () => {
  expect(await sizesOf(bombImage(10_000, 10_000))).toContain('256 webp 256x256')
})

test('a truncated image is rejected', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const noise = await sharp({
      create: {
        width: 500,
        height: 500,
        channels: 3,
        background: 'black',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .toFormat(format)
      .toBuffer()
    await refused(noise.subarray(0, noise.length / 2))
  }
})

test('SVG, HTML, PDF, a playlist, an empty file and other formats are rejected', async () => {
  const others = [
    drawing,
    Buffer.from(`<?xml version="1.0"?>${drawing}`),
    Buffer.from('<!doctype html><img src=x>'),
    Buffer.from('%PDF-1.4\n%%EOF'),
    Buffer.from('P3 1 1 255 0 0 0'),
    Buffer.from('GIF89a'),
    Buffer.from('#EXTM3U\nfile:///etc/passwd'),
    Buffer.alloc(0),
    Buffer.alloc(1000),
  ]
  for (const bytes of others) await refused(bytes)
})
