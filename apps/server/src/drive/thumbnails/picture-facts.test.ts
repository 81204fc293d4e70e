import sharp, { type Exif } from 'sharp'
import { describe, expect, test } from 'vitest'
import { parseCameraFacts, readPictureFacts } from './picture-facts.ts'

const FULL = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
  IFD2: {
    DateTimeOriginal: '2026:11:15 18:24:57',
    OffsetTimeOriginal: '+07:00',
    ExposureTime: '1/250',
    FNumber: '28/10',
    ISOSpeedRatings: '400',
    FocalLength: '35/1',
    LensModel: 'RF35mm F1.8 MACRO IS STM',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '6/1 12/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '106/1 49/1 0/1',
    GPSAltitude: '85/10',
  },
}

function photo(exif: Exif = FULL, orientation?: number): Promise<Buffer> {
  const image = sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .withExif(exif)
    .jpeg()
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer()
}

async function exifOf(image: Buffer): Promise<Buffer> {
  return (await sharp(image).metadata()).exif ?? Buffer.alloc(0)
}

describe('what a camera says about an image', () => {
  test('everything is read: size, time, camera, lens, exposure and place', async () => {
    expect(await readPictureFacts(await photo())).toEqual({
      width: 8,
      height: 4,
      taken_local: '2026-11-15T18:24:57',
      taken_offset: '+07:00',
      camera: 'Canon EOS R6',
      lens: 'RF35mm F1.8 MACRO IS STM',
      exposure_seconds: 0.004,
      aperture: 2.8,
      iso: 400,
      focal_length_mm: 35,
      place: { latitude: -6.2, longitude: 106.816667, altitude_m: 8.5 },
    })
  })

  test('an image that lies on its side has the size that it has upright', async () => {
    const { width, height } = await readPictureFacts(await photo({}, 6))
    expect([width, height]).toEqual([4, 8])
  })

  test('an image without a camera has a size alone', async () => {
    const plain = sharp({ create: { width: 5, height: 7, channels: 3, background: 'red' } })
    expect(await readPictureFacts(await plain.png().toBuffer())).toEqual({ width: 5, height: 7 })
  })

  test('the maker is named where the model does not begin with it', async () => {
    const camera = async (Make: string, Model: string) =>
      (await readPictureFacts(await photo({ IFD0: { Make, Model } }))).camera
    expect(await camera('Apple', 'iPhone 17')).toBe('Apple iPhone 17')
    expect(await camera('NIKON CORPORATION', 'NIKON Z 6')).toBe('NIKON Z 6')
  })

  test('values that make no sense are absent', async () => {
    const {
      width: _,
      height: __,
      ...facts
    } = await readPictureFacts(
      await photo({
        IFD0: { Model: ' \u0007 ' },
        IFD2: { DateTimeOriginal: '0000:00:00 00:00:00', ExposureTime: '0/1', FNumber: '1/0' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '91/1 0/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '0/1 0/1 0/1',
        },
      }),
    )
    expect(facts).toEqual({})
  })

  test('truncated or corrupted Exif never throws', async () => {
    const exif = await exifOf(await photo())
    expect(parseCameraFacts(exif).camera).toBeDefined()
    for (let length = 0; length < exif.length; length++) parseCameraFacts(exif.subarray(0, length))
    for (let at = 6; at < exif.length; at++) {
      const spoiled = Buffer.from(exif)
      spoiled[at] = 0xff
      parseCameraFacts(spoiled)
    }
  })
})
