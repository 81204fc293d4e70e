import type { PictureFacts } from '@awan/protocol/drive'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { boundExif } from './bound-exif.ts'

/** What an image says about itself. Whatever is broken or makes no sense says nothing. */
export async function readPictureFacts(image: Buffer): Promise<PictureFacts> {
  const { exif, width, height, autoOrient } = await sharp(image).metadata()
  return {
    width: autoOrient.width ?? width,
    height: autoOrient.height ?? height,
    ...(exif && parseCameraFacts(exif)),
  }
}

type CameraFacts = Omit<PictureFacts, 'width' | 'height'>

/** Of a block of EXIF. Each value is checked: any program can have written it. */
export function parseCameraFacts(exif: Buffer): CameraFacts {
  const { Image, Photo, GPSInfo } = readBlock(exif)
  const exposure = toPositive(Photo.ExposureTime)
  const aperture = toPositive(Photo.FNumber)
  const iso = toPositive(firstOf(Photo.ISOSpeedRatings ?? Photo.PhotographicSensitivity))
  const focalLength = toPositive(Photo.FocalLength)
  return {
    ...takenOf(Photo),
    ...some('camera', toCamera(toWords(Image.Make), toWords(Image.Model))),
    ...some('lens', toWords(Photo.LensModel)),
    ...some('exposure_seconds', exposure),
    ...some('aperture', aperture),
    ...some('iso', iso === undefined ? undefined : Math.round(iso) || undefined),
    ...some('focal_length_mm', focalLength),
    ...some('place', placeOf(GPSInfo)),
  }
}

type Tags = Readonly<Record<string, unknown>>

function readBlock(exif: Buffer): { Image: Tags; Photo: Tags; GPSInfo: Tags } {
  let read: { [directory in 'Image' | 'Photo' | 'GPSInfo']?: Tags | null } = {}
  try {
    const bounded = boundExif(exif)
    if (bounded) read = readExif(bounded)
  } catch {
    // What is broken says nothing.
  }
  // A directory that cannot be read is null.
  return { Image: read.Image ?? {}, Photo: read.Photo ?? {}, GPSInfo: read.GPSInfo ?? {} }
}

function some<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}

function takenOf(photo: Tags): Pick<CameraFacts, 'taken_local' | 'taken_offset'> {
  // Read as if the clock of the camera were that of UTC.
  const time = toTime(photo.DateTimeOriginal) ?? toTime(photo.DateTimeDigitized)
  if (time === undefined) return {}
  const offset = /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(toWords(photo.OffsetTimeOriginal) ?? '')?.[0]
  return { taken_local: time, ...some('taken_offset', offset) }
}

/** A clock that was never set says zeros. */
function toTime(value: unknown): string | undefined {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined
  const year = value.getUTCFullYear()
  return year < 1900 || year > 9999 ? undefined : value.toISOString().slice(0, 19)
}

/** Many models begin with the name of their maker. */
function toCamera(make: string | undefined, model: string | undefined): string | undefined {
  if (make === undefined || model === undefined) return model ?? make
  const [brand = ''] = make.split(' ')
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`
}

const MAX_CHARACTERS = 90

function toWords(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const words = value
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARACTERS)
  return words === '' ? undefined : words
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

/** More than any camera means. */
const MOST = 1e7

function toPositive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value < MOST ? value : undefined
}

function placeOf(gps: Tags): CameraFacts['place'] {
  const latitude = toDegrees(gps.GPSLatitude, gps.GPSLatitudeRef, { limit: 90, negative: 'S' })
  const longitude = toDegrees(gps.GPSLongitude, gps.GPSLongitudeRef, { limit: 180, negative: 'W' })
  if (latitude === undefined || longitude === undefined) return undefined
  // What found no satellite writes zeros.
  if (latitude === 0 && longitude === 0) return undefined
  const altitude = gps.GPSAltitude
  if (typeof altitude !== 'number' || !(altitude >= 0 && altitude < MOST)) {
    return { latitude, longitude }
  }
  const isBelowSea = firstOf([...toBytes(gps.GPSAltitudeRef)]) === 1
  const metres = Math.round(altitude * 10) / 10
  return { latitude, longitude, altitude_m: isBelowSea ? -metres : metres }
}

function toBytes(value: unknown): Iterable<number> {
  if (value instanceof Uint8Array) return value
  return typeof value === 'number' ? [value] : []
}

/** Degrees, minutes and seconds, to a hand's breadth. */
function toDegrees(
  parts: unknown,
  side: unknown,
  { limit, negative }: { limit: number; negative: string },
): number | undefined {
  if (!Array.isArray(parts) || typeof side !== 'string') return undefined
  const [degrees, minutes = 0, seconds = 0] = parts as unknown[]
  if (![degrees, minutes, seconds].every((part) => typeof part === 'number' && part >= 0)) {
    return undefined
  }
  const whole = (degrees as number) + (minutes as number) / 60 + (seconds as number) / 3600
  if (!(whole <= limit)) return undefined
  const rounded = Math.round(whole * 1e6) / 1e6
  return side.toUpperCase().startsWith(negative) && rounded !== 0 ? -rounded : rounded
}
