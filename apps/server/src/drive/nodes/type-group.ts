import type { TypeGroup } from '@awan/protocol/drive'

/** How the media types of each group begin. */
export const typeGroupPrefixes: Record<TypeGroup, readonly string[]> = {
  image: ['image/'],
  video: ['video/'],
  audio: ['audio/'],
  document: [
    'text/',
    'application/pdf',
    'application/msword',
    'application/rtf',
    'application/epub+zip',
    'application/json',
    'application/xml',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.',
    'application/vnd.oasis.opendocument.',
    'application/vnd.apple.keynote',
    'application/vnd.apple.numbers',
    'application/vnd.apple.pages',
  ],
  archive: [
    'application/zip',
    'application/gzip',
    'application/java-archive',
    'application/vnd.android.package-archive',
    'application/vnd.rar',
    'application/x-7z-compressed',
    'application/x-bzip',
    'application/x-gzip',
    'application/x-rar',
    'application/x-tar',
    'application/x-xz',
    'application/zstd',
  ],
}
