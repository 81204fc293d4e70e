import type { Reader } from '../../db/database.ts'
import { ENDING_MARK, startTerm, wordTerm } from '../nodes/search-name.ts'
import { beginningWith, type TextRange } from './search.store.ts'
import { seekTerms } from './seek-terms.store.ts'
import type { EditRow, SimilarWord } from './similar-word.ts'

/** So many places of the index are looked at for one word; what is found by then is what is found. */
const MAX_SEEKS = 1_500
/** Ranges that are found in one question. */
const AT_ONCE = 120
/** More words are not similar, but common. */
const MAX_FOUND = 100

/**
 * The words of a drive's names that are similar to one, as ranges of their terms. The index is walked as a tree of letters:
 * each seek gives the next word that there is, from which follows the next one that could be similar.
 */
export async function findSimilarTerms(
  reader: Reader,
  driveId: string,
  word: SimilarWord,
): Promise<TextRange[]> {
  const found = new Map<string, TextRange>()
  let open = firstRanges(word)
  for (let seeks = 0; open.length > 0 && seeks < MAX_SEEKS && found.size < MAX_FOUND; ) {
    const some = open.slice(0, AT_ONCE)
    seeks += some.length
    const terms = await seekTerms(reader, driveId, some)
    const left: TextRange[] = []
    for (const [index, { to }] of some.entries()) {
      const term = terms[index]
      if (term === undefined) continue
      const { range, from } = lookAt(term, word)
      if (range) found.set(range.from, range)
      if (from !== undefined && from < to) left.push({ from, to })
    }
    open = [...left, ...open.slice(AT_ONCE)]
  }
  return [...found.values()]
}

/** Terms of both kinds: words at the beginning of a name, and after it. */
function firstRanges(word: SimilarWord): TextRange[] {
  const likely = word.maxEdits > 1 ? word.letters.slice(0, 2) : word.letters.slice(0, 1)
  return [startTerm(''), wordTerm('')].flatMap((kind) =>
    firstLetters(word).flatMap((letter) =>
      likely.includes(letter) ? beginningsWith(kind, letter) : [beginningWith(kind + letter)],
    ),
  )
}

/** Two typos in a word do not begin with its first letter, unless that is missing or comes second. */
function firstLetters({ letters, maxEdits }: SimilarWord): string[] {
  const [first = '', second = ''] = letters
  if (maxEdits > 1) return [...new Set([first, second])]
  return isLatin(first) ? LATIN : [...new Set(letters)]
}

/** Cut by their next letter, where that is known, so that all of it is looked at side by side. */
function beginningsWith(kind: string, first: string): TextRange[] {
  if (!isLatin(first)) return [beginningWith(kind + first)]
  return LATIN.map((letter) => beginningWith(kind + first + letter))
}

/** Whether the word of a term is similar, and from where on the next one can be. */
function lookAt(
  term: string,
  word: SimilarWord,
): { range?: TextRange | undefined; from: string | undefined } {
  const kind = term.slice(0, 1)
  const text = wordOf(term.slice(1))
  const rows: EditRow[] = [word.first]
  const letters: string[] = []
  for (const letter of text) {
    const row = word.next(rows.at(-1) ?? word.first, letter)
    rows.push(row)
    letters.push(letter)
    const begin = kind + letters.join('')
    if (word.isBeginning(row)) {
      const range = beginningWith(begin)
      return { range, from: range.to }
    }
    if (!word.isAlive(row)) return { from: nextFrom(kind, letters, rows, word) }
  }
  const whole = kind + text
  // Spaces and the mark of an ending come before all letters.
  const from = `${whole}!`
  const last = rows.at(-1)
  return { range: last && word.isWhole(last) ? { from: whole, to: from } : undefined, from }
}

/** The first beginning of a word behind these letters that can be similar. */
function nextFrom(
  kind: string,
  letters: readonly string[],
  rows: readonly EditRow[],
  word: SimilarWord,
): string | undefined {
  for (let at = letters.length - 1; at >= 0; at--) {
    const row = rows[at]
    const letter = letters[at]
    if (!row || letter === undefined) continue
    const begin = kind + letters.slice(0, at).join('')
    const following = String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1)
    if (word.isAlive(word.next(row, ANY_OTHER))) return begin + following
    const next = word.letters
      .filter((one) => one > letter && word.isAlive(word.next(row, one)))
      .sort()[0]
    if (next !== undefined) return begin + next
  }
  return undefined
}

function wordOf(text: string): string {
  const end = text.search(WORD_END)
  return end === -1 ? text : text.slice(0, end)
}

function isLatin(text: string): boolean {
  return /^[a-z]+$/.test(text)
}

const LATIN = [...'abcdefghijklmnopqrstuvwxyz']
const WORD_END = new RegExp(`[ ${ENDING_MARK}]`)
/** A letter that no word has. */
const ANY_OTHER = '\u0000'
