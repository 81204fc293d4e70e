import type { File } from '@awan/protocol/drive'

/** The data of a sensor, which no browser draws. */
const RAW = /^image\/(?:x-[a-z]+-)?(?:dng|cr2|nef|nrw|arw|sr2|orf|rw2|raf|pef|srw)\b/
/** Those of Apple alone draw these. */
const OF_APPLE = /^image\/(?:hei[cf]|tiff)\b/

/** Whether it is worth a try: photos in formats that this browser cannot draw are many megabytes. */
export function canShowOriginal(
  { mime_type = '' }: Pick<File, 'mime_type'>,
  vendor = navigator.vendor,
): boolean {
  if (RAW.test(mime_type)) return false
  return vendor.startsWith('Apple') || !OF_APPLE.test(mime_type)
}
