import type { PictureFacts } from '@awan/protocol/drive'

/** From here on exposures are written as fractions, as cameras do. */
const FRACTIONS_BELOW_SECONDS = 0.4

export function formatExposure(seconds: number, tag: string): string {
  if (seconds < FRACTIONS_BELOW_SECONDS) return `1/${Math.round(1 / seconds)} s`
  return `${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(seconds)} s`
}

export function formatAperture(aperture: number, tag: string): string {
  return `f/${new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(aperture)}`
}

export function formatLength(length: number, unit: 'millimeter' | 'meter', tag: string): string {
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(tag, options).format(length)
}

export function formatPixels(
  { width, height }: Pick<PictureFacts, 'width' | 'height'>,
  tag: string,
): string {
  const number = new Intl.NumberFormat(tag, { useGrouping: false })
  const megapixels = (width * height) / 1_000_000
  const size = `${number.format(width)} × ${number.format(height)}`
  if (megapixels < 1) return size
  const rounded = new Intl.NumberFormat(tag, { maximumFractionDigits: megapixels < 10 ? 1 : 0 })
  return `${size} (${rounded.format(megapixels)} MP)`
}

/** As other programs read it. */
export function formatPlace({
  latitude,
  longitude,
}: {
  latitude: number
  longitude: number
}): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** By the clock of the camera, and not of the reader. */
export function formatTaken(
  { taken_local = '', taken_offset }: Pick<PictureFacts, 'taken_local' | 'taken_offset'>,
  tag: string,
): string {
  const clock = new Intl.DateTimeFormat(tag, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${taken_local}Z`))
  return taken_offset === undefined ? clock : `${clock} (UTC${taken_offset})`
}
