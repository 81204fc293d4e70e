import { isSystemFile } from './system-file.ts'

/**
 * A text whose byte order is the order of the listing, so that one index serves it: folders first, system files last;
 * names without regard to case, numbers in them by their value ("file 2" before "file 10");
 * then, where that is equal, the exact name. Other scripts stand in the order of their code points.
 */
export function sortKey(kind: 'folder' | 'file', name: string): string {
  const natural = name.toLowerCase().replace(/[0-9]+/g, byValue)
  const section = kind === 'folder' ? 'folder' : isSystemFile(name) ? 'systemFile' : 'file'
  return `${SECTION_PREFIX[section]}${natural}${END}${name}`
}

/** What stands together in every listing. */
export type Section = 'folder' | 'file' | 'systemFile'

export const SECTION_PREFIX = {
  folder: '0',
  file: '1',
  systemFile: '2',
} as const satisfies Record<Section, string>

/** What a listing by kind goes by: the ending of a file's name, without its dot and in lower case. */
export function sortType(kind: 'folder' | 'file', name: string): string {
  const dot = name.lastIndexOf('.')
  return kind === 'folder' || dot <= 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Lower than whatever a name can hold, so that a name comes before its continuations. */
const END = '\u0001'

/** Its length first, then its digits: of two numbers the longer is greater. */
function byValue(digits: string): string {
  const significant = digits.replace(/^0+(?=.)/, '')
  return `0${significant.length.toString().padStart(3, '0')}${significant}`
}
