/**
 * A text whose byte order is the order of the listing, so that one index serves it: folders first;
 * then names without regard to case, numbers in them by their value ("file 2" before "file 10");
 * then, where that is equal, the exact name. Other scripts stand in the order of their code points.
 */
export function sortKey(kind: 'folder' | 'file', name: string): string {
  const natural = name.toLowerCase().replace(/[0-9]+/g, byValue)
  return `${kind === 'folder' ? '0' : '1'}${natural}${END}${name}`
}

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
