import type { NodeRow } from '../../db/tables.ts'
import { fold } from '../folded-text.ts'

/** Stands between a name and its ending: lower than all else, so that `report.pdf` comes before `report 2`. */
export const ENDING_MARK = '\u0001'

/** A name in the form in which it is looked for: words with a space between them, then its ending. */
export function toSearchName(kind: NodeRow['kind'], name: string): string {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1
  const ending = dot > 0 ? name.slice(dot + 1) : ''
  if (!/^[\p{L}\p{N}]{1,12}$/u.test(ending)) return cut(fold(name), MAX_LENGTH)
  const words = fold(name.slice(0, dot))
  const mark = words === '' ? '' : ENDING_MARK
  return cut(words, MAX_LENGTH) + mark + cut(fold(ending), MAX_ENDING)
}

/**
 * How a name is found: a term for each place from which somebody may begin to type it. Whoever looks
 * for the beginning of a word finds it as a range of terms. The first term says that it begins the
 * name. Where words are written without spaces, each character begins one.
 */
export function termsOf(searchName: string): string[] {
  if (searchName === '') return []
  const terms = new Set([startTerm(searchName)])
  for (const { index } of searchName.matchAll(STARTS)) {
    if (terms.size === MAX_TERMS) break
    terms.add(wordTerm(searchName.slice(index)))
  }
  return [...terms]
}

export function startTerm(text: string): string {
  return `0${cut(text, MAX_TERM)}`
}

export function wordTerm(text: string): string {
  return `1${cut(text, MAX_TERM)}`
}

/** Whether a word begins somewhere in a name, and where; -1 when it does not. */
export function findWord(searchName: string, word: string): number {
  if (searchName.startsWith(word)) return 0
  for (let at = searchName.indexOf(word); at !== -1; at = searchName.indexOf(word, at + 1)) {
    const before = searchName[at - 1] ?? ' '
    if (before === ' ' || before === ENDING_MARK || SPACELESS.test(word)) return at
  }
  return -1
}

/** Whether whoever types this may begin in the middle of a run. */
export function isSpaceless(word: string): boolean {
  return SPACELESS.test(word)
}

/** Longer than any name that a person types, and short enough for an index. */
const MAX_LENGTH = 400
const MAX_ENDING = 24
/** What comes after does not tell names apart that begin the same so far; it is looked at there. */
const MAX_TERM = 24
/** What begins later in a name is still found, only not as fast. */
const MAX_TERMS = 64

/** Letters of scripts that put no space between words; Korean does, and joins words all the same. */
const LETTER =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'
const SPACELESS = new RegExp(`^${LETTER}`, 'u')
/** Every place but the first. Marks above and below a letter begin nothing. */
const STARTS = new RegExp(
  `(?<=[ ${ENDING_MARK}])[^ ${ENDING_MARK}]|(?<=[^])(?=\\p{L})${LETTER}`,
  'gu',
)

/** At most so many UTF-16 units, and no half of a character. */
function cut(text: string, length: number): string {
  const end = text.slice(0, length)
  return end.isWellFormed() ? end : end.slice(0, -1)
}
