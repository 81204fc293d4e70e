/**
 * What a browser may do with content by itself. Whatever can carry script (HTML, SVG, XML) is left
 * out and travels as plain bytes: people's files never run with our origin's trust.
 */
const SAFE_TYPES = new Set([
  'application/gzip',
  'application/pdf',
  'application/zip',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
])

export function servedType(mimeType: string | null): string {
  const type = mimeType?.split(';', 1)[0]?.trim() ?? ''
  if (type === 'text/plain') return 'text/plain; charset=utf-8'
  return SAFE_TYPES.has(type) ? type : 'application/octet-stream'
}

/** RFC 6266: the name for everyone who reads RFC 8187, and one in ASCII for the rest. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]+/gu, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
