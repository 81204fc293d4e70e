import { MAX_NAME_BYTES } from '@awan/protocol/name-problem'

/**
 * The name itself, or `name (2).ext`, `name (3).ext`, ... It looks in doubling steps and then
 * halves the gap, so that the thousandth copy costs twenty looks and not a thousand.
 */
export async function findFreeName(
  name: string,
  kind: 'folder' | 'file',
  isTaken: (name: string) => Promise<boolean>,
): Promise<string> {
  if (!(await isTaken(name))) return name
  let taken = 1
  let free = 2
  while (await isTaken(numbered(name, kind, free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (await isTaken(numbered(name, kind, middle))) taken = middle
    else free = middle
  }
  return numbered(name, kind, free)
}

/** `name (2).ext`. */
export function numbered(name: string, kind: 'folder' | 'file', number: number): string {
  const [base, extension] = kind === 'file' ? splitExtension(name) : [name, '']
  const suffix = ` (${number})${extension}`
  return cutToBytes(base, MAX_NAME_BYTES - Buffer.byteLength(suffix)) + suffix
}

const MAX_EXTENSION_BYTES = 32

/** What all numbered names of a folder begin with. */
export function beginningOfNumbered(name: string): string {
  const longest = numbered(name, 'folder', MAX_NUMBER)
  const base = longest.slice(0, longest.lastIndexOf(' ('))
  return base === name ? `${base} (` : base
}

/** The number in a folder's name that was made of another one; undefined in any other. */
export function numberIn(numberedName: string, name: string): number | undefined {
  const [, digits] = / \((\d{1,9})\)$/.exec(numberedName) ?? []
  const number = Number(digits)
  return numberedName === numbered(name, 'folder', number) ? number : undefined
}

/** More are in no folder. */
const MAX_NUMBER = 999_999_999

function splitExtension(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot)
  if (dot <= 0 || Buffer.byteLength(extension) > MAX_EXTENSION_BYTES) return [name, '']
  return [name.slice(0, dot), extension]
}

/** Whole characters only: a half one would not be a name any more. */
function cutToBytes(text: string, maxBytes: number): string {
  let cut = text
  while (Buffer.byteLength(cut) > maxBytes) cut = Array.from(cut).slice(0, -1).join('')
  return cut
}
