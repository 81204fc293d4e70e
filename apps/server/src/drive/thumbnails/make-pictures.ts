import { ServiceError } from '@awan/protocol/errors'
import sharp, { type Sharp } from 'sharp'

export interface Picture {
  /** Pixels of the longer side, at most. */
  size: number
  bytes: Buffer
}

/** For a list, for a grid, and for a screen. */
export const PICTURE_SIZES = [256, 512, 1600] as const

const LARGEST = PICTURE_SIZES[PICTURE_SIZES.length - 1] ?? 0
/** More than nearly every camera writes; a small file that claims more is made to use up memory. */
const MAX_PIXELS = 100_000_000
const TIMEOUT_SECONDS = 60
const QUALITY = 78

/**
 * Thumbnails of an image, upright, in sRGB, with nothing of what the camera wrote beside the pixels (the
 * place, above all). What is hostile is decoded once, into the largest; the others are made from that. What another
 * program has turned already must not be turned again.
 */
export async function makePictures(
  image: Buffer,
  { isUpright = false }: { isUpright?: boolean | undefined } = {},
): Promise<Picture[]> {
  onlyPixels()
  try {
    const source = sharp(image, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
    })
    await checkCodec(source)
    const upright = isUpright ? source : source.autoOrient()
    const { data, info } = await upright
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ ...inside(LARGEST), fastShrinkOnLoad: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const raw = { width, height, channels }
    const pictures: Picture[] = []
    for (const size of PICTURE_SIZES) {
      const bytes = await sharp(data, { raw })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .resize(inside(size))
        .webp({ quality: QUALITY })
        .toBuffer()
      pictures.push({ size, bytes })
    }
    return pictures
  } catch (cause) {
    throw noPicture(cause)
  }
}

/** The content itself is the reason: trying again would not help. */
export function noPicture(cause: unknown): ServiceError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new ServiceError('invalid_argument', {
    description: `not an image that can be read: ${why}`,
    cause,
  })
}

/** The reader of AVIF knows further codecs of the same container on some machines. */
async function checkCodec(source: Sharp): Promise<void> {
  const { format, compression } = await source.metadata()
  if (format === 'heif' && compression !== 'av1') throw new Error(`its codec is ${compression}`)
}

function inside(size: number) {
  return { width: size, height: size, fit: 'inside', withoutEnlargement: true } as const
}

/**
 * What a file is, its first bytes say and not its name. Whatever it may be, no other reader is ever
 * started: a drawing, a PDF, a text. One thread at a time, so that requests have the others.
 */
export function onlyPixels(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map(
      (format) => `VipsForeignLoad${format}Buffer`,
    ),
  })
}
