import type { NodeRow, ThumbnailJobRow } from '../../db/tables.ts'

export type PictureKind = ThumbnailJobRow['kind']

/** An image is read as a whole, by one at a time. */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024

/**
 * Formats that are nothing but pixels. SVG is a document: it names other files, nests without end and
 * carries script, and whoever draws it runs all that. It has no thumbnail.
 */
const IMAGES = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
])

const VIDEOS = new Set([
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
])

/** How a content becomes a picture, if it can; its type is what the sender says or its name. */
export function pictureKind({
  mime_type,
  size,
}: Pick<NodeRow, 'mime_type' | 'size'>): PictureKind | undefined {
  if (size === 0 || mime_type === null) return undefined
  const type = withoutParameters(mime_type)
  if (IMAGES.has(type)) return size <= MAX_IMAGE_BYTES ? 'image' : undefined
  return VIDEOS.has(type) ? 'video' : undefined
}

function withoutParameters(type: string): string {
  const end = type.indexOf(';')
  return end === -1 ? type : type.slice(0, end).trim()
}
