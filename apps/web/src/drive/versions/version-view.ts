import type { File, Version } from '@awan/protocol/drive'
import { fileKindName } from '../pictures/file-kind.ts'

/** How an old content can be looked at here. */
export type VersionView = 'image' | 'text' | 'tooLarge' | 'noPreview'

/** A text beyond this is nothing to read in a dialog. */
export const MAX_TEXT_BYTES = 512 * 1024

export function versionView(
  file: Pick<File, 'kind' | 'name' | 'mime_type'>,
  { size }: Pick<Version, 'size'>,
): VersionView {
  if (isText(file)) return size <= MAX_TEXT_BYTES ? 'text' : 'tooLarge'
  return isPicture(file.name) ? 'image' : 'noPreview'
}

function isText(file: Pick<File, 'kind' | 'name' | 'mime_type'>): boolean {
  if (/\.(md|txt|csv|tsv|log|ini|conf|srt|vtt|svg)$/i.test(file.name)) return true
  return fileKindName(file) === 'code' || (file.mime_type ?? '').startsWith('text/')
}

/** What every browser can show. */
function isPicture(name: string): boolean {
  return /\.(jpe?g|png|gif|webp|avif|bmp|ico)$/i.test(name)
}

/** Undefined when the bytes are no text. */
export function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))), {
      fatal: true,
    }).decode(bytes)
  } catch {
    return undefined
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}
