import { nameProblem } from '@awan/protocol/name-problem'

const MAX_CHARACTERS = 60
/** The patterns below may look at a line many times over, and the first line may be the whole file. */
const MAX_LOOKED_AT = 1_000

/** What a note is called by its first line, without an extension; undefined where that has no words. */
export function nameOfNote(text: string): string | undefined {
  const [line = ''] = text.trimStart().split('\n', 1)
  const words = line
    .slice(0, MAX_LOOKED_AT)
    .replace(/^\s*(?:#{1,6}\s+|[-*+]\s+|>\s*|\d+[.)]\s+)*(?:\[[ xX]\]\s+)?/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~#]/g, '')
    // What some system does not allow in a name.
    .replace(/[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
  const name = shorten(words).toWellFormed()
  return name !== '' && nameProblem(`${name} (99).md`) === undefined ? name : undefined
}

/** Whether there is a line with words that has ended. */
export function hasWholeLine(text: string): boolean {
  return text.trimStart().includes('\n')
}

/** At the end of a word, if there is one. */
function shorten(words: string): string {
  const characters = [...words]
  if (characters.length <= MAX_CHARACTERS) return words
  const cut = characters.slice(0, MAX_CHARACTERS).join('')
  const end = cut.lastIndexOf(' ')
  return end > MAX_CHARACTERS / 2 ? cut.slice(0, end) : cut
}

/** Whether it has the name that new notes get, or that with a number. */
export function isUntitled(name: string, suggestion: string): boolean {
  if (!name.startsWith(suggestion)) return false
  return /^(?: \(\d+\))?\.md$/.test(name.slice(suggestion.length))
}
