import mime from 'mime'
import { RAW_EXTENSIONS } from './raw-types.ts'
import { isShortcutType } from './shortcut-type.ts'

/** As many as the calls take that name one; headers have room for more. */
const MAX_TYPE = 255

/** What the sender says of a content, if it is a media type at all, else what its name says. */
export function toMimeType(given: string | undefined, name: string): string | null {
  const type = given?.trim().toLowerCase() ?? ''
  const isType =
    type.length <= MAX_TYPE && /^[a-z0-9.+-]+\/[a-z0-9.+-]+(;[\x20-\x7e]*)?$/.test(type)
  // What leads elsewhere is made by a call of its own.
  return isType && !isShortcutType(type) ? type : guessMimeType(name)
}

/** A dot at the very beginning hides a file and begins no extension. */
function guessMimeType(name: string): string | null {
  const dot = name.lastIndexOf('.')
  if (dot <= 0) return null
  const extension = name.slice(dot + 1).toLowerCase()
  const ours = exceptions.get(extension)
  return ours === undefined ? mime.getType(extension) : ours
}

/** Where the library's table differs from what browsers, thumbnails and the list of photos go by. */
const exceptions = new Map<string, string | null>([
  // The names under which browsers play and show them.
  ['flac', 'audio/flac'],
  ['ico', 'image/x-icon'],
  ['jfif', 'image/jpeg'],
  ['m4v', 'video/mp4'],
  // HEIC, as some cameras call it.
  ['hif', 'image/heif'],
  // Raw photos are photos.
  ...[...RAW_EXTENSIONS].map(([extension, type]) => [extension, `image/${type}`] as const),
  // TypeScript or an MPEG stream, Rust or a resource list: the name alone cannot tell. As a video, source
  // code would be listed among the photos.
  ['ts', null],
  ['mts', null],
  ['rs', null],
])
