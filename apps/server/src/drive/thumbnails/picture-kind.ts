import type { NodeRow, ThumbnailJobRow } from '../../db/tables.ts'
import { RAW_TYPES } from '../nodes/raw-types.ts'

export type PictureKind = ThumbnailJobRow['kind']

/** Kinds that a camera makes: they are photos and films, and what it wrote beside them is read. */
export const CAMERA_KINDS: ReadonlySet<PictureKind> = new Set(['image', 'heic', 'raw', 'video'])

const MIB = 1024 * 1024
/** What is larger has no picture: of most it is read as a whole, by one at a time. */
const MAX_BYTES: Readonly<Record<PictureKind, number>> = {
  image: 64 * MIB,
  heic: 64 * MIB,
  pdf: 256 * MIB,
  // Read in parts.
  raw: Infinity,
  document: Infinity,
  video: Infinity,
}

/**
 * Formats that are nothing but pixels, or hold such a picture, or that a confined program draws. SVG is a document: it
 * names other files, nests without end and carries script, and whoever draws it runs all that. It has no thumbnail.
 */
const KINDS: ReadonlyMap<string, PictureKind> = new Map<string, PictureKind>([
  ...every('image', 'image/', 'avif gif jpeg png tiff webp'),
  ...every('heic', 'image/', 'heic heif'),
  ...every('raw', 'image/', RAW_TYPES.join(' ')),
  ...every('video', 'video/', 'mp4 ogg quicktime webm x-matroska'),
  ['application/pdf', 'pdf'],
])

/** Of texts, tables and slides, with their templates, and with macros, which nobody runs. */
const DOCUMENT =
  /^application\/vnd\.(?:oasis\.opendocument\.(?:text|spreadsheet|presentation|graphics)|openxmlformats-officedocument\.(?:wordprocessingml|spreadsheetml|presentationml)\.|ms-(?:word|excel|powerpoint)\.[a-z.]+\.macroenabled)/

/** How a content becomes a picture, if it can; its type is what the sender says or its name. */
export function pictureKind({
  mime_type,
  size,
}: Pick<NodeRow, 'mime_type' | 'size'>): PictureKind | undefined {
  if (size === 0 || mime_type === null) return undefined
  const type = withoutParameters(mime_type)
  const kind = KINDS.get(type) ?? (DOCUMENT.test(type) ? 'document' : undefined)
  return kind !== undefined && size <= MAX_BYTES[kind] ? kind : undefined
}

function every(kind: PictureKind, family: string, list: string): [string, PictureKind][] {
  return list.split(' ').map((name) => [family + name, kind])
}

function withoutParameters(type: string): string {
  const end = type.indexOf(';')
  return end === -1 ? type : type.slice(0, end).trim()
}
