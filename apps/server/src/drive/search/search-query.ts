import type { Highlight, SearchMatch } from '@awan/protocol/drive'
import { fold, foldWithPlaces } from '../folded-text.ts'
import { ENDING_MARK, findWord } from '../nodes/search-name.ts'
import type { Candidate } from './search.store.ts'
import { textWordsOf } from './text-terms.ts'

/** How a name can have what was looked for, the best first. */
export type NameMatch = Exclude<SearchMatch, 'text'>

/** What somebody typed, in the form in which names are compared. */
export interface SearchQuery {
  /** All of it; a person who types an ending may put a space or a dot before it. */
  phrases: readonly string[]
  words: readonly string[]
  /** As a text has them. */
  textWords: readonly string[]
}

/** Undefined when there is nothing in it that a name could have. */
export function toSearchQuery(typed: string): SearchQuery | undefined {
  const phrase = fold(typed)
  if (phrase === '') return undefined
  const beforeEnding = phrase.lastIndexOf(' ')
  const withEnding = `${phrase.slice(0, beforeEnding)}${ENDING_MARK}${phrase.slice(beforeEnding + 1)}`
  return {
    phrases: beforeEnding === -1 ? [phrase] : [phrase, withEnding],
    words: [...new Set(phrase.split(' '))],
    textWords: textWordsOf(typed),
  }
}

export function matchName(
  { search_name: name }: Pick<Candidate, 'search_name'>,
  { phrases, words }: SearchQuery,
): NameMatch | undefined {
  const phrase = phrases.find((one) => name.startsWith(one))
  if (phrase !== undefined) {
    const isWhole = name.length === phrase.length || name[phrase.length] === ENDING_MARK
    return isWhole ? 'exact' : 'start'
  }
  if (words.every((word) => findWord(name, word) !== -1)) return 'word'
  return words.every((word) => name.includes(word)) ? 'inside' : undefined
}

/** What to mark in a name as it is written. */
export function highlightName(name: string, match: NameMatch, query: SearchQuery): Highlight[] {
  const { text, from, to } = foldWithPlaces(name)
  const [phrase = ''] = query.phrases
  const sought = match === 'exact' || match === 'start' ? [phrase] : query.words
  const ranges = sought.flatMap((piece) => {
    const word = findWord(text, piece)
    const at = word === -1 ? text.indexOf(piece) : word
    const [start, end] = [from[at], to[at + piece.length - 1]]
    return at === -1 || start === undefined || end === undefined ? [] : [{ start, end }]
  })
  return joinOverlaps(ranges.sort((a, b) => a.start - b.start))
}

/** Of ranges in their order. */
export function joinOverlaps(ranges: readonly Highlight[]): Highlight[] {
  const joined: Highlight[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}
