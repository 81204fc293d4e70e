/** Endings of raw photos with what each is called, for which there is no registered name. */
export const RAW_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['dng', 'x-adobe-dng'],
  ['cr2', 'x-canon-cr2'],
  ['nef', 'x-nikon-nef'],
  ['nrw', 'x-nikon-nrw'],
  ['arw', 'x-sony-arw'],
  ['sr2', 'x-sony-sr2'],
  ['orf', 'x-olympus-orf'],
  ['rw2', 'x-panasonic-rw2'],
  ['raf', 'x-fuji-raf'],
  ['pef', 'x-pentax-pef'],
  ['srw', 'x-samsung-srw'],
])

/** Below `image/`; some systems call them by their ending alone. */
export const RAW_TYPES: readonly string[] = [...RAW_EXTENSIONS].flat()
