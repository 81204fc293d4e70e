import type { Highlight } from '@awan/protocol/drive'
import { foldWithPlaces } from '../folded-text.ts'
import { ENDING_MARK, findWord } from '../nodes/search-name.ts'
import type { Candidate } from './search.store.ts'
import { matchName, type SearchQuery } from './search-query.ts'
import { editsAllowed, SimilarWord } from './similar-word.ts'

/** A word as it was typed, and as it may have been meant. */
export interface MeantWord {
  typed: string
  /** Absent where no typo is forgiven. */
  similar: SimilarWord | undefined
}

/** Each is a walk through the index; the words behind them have to be as they were typed. */
const MAX_FORGIVEN = 4

/** Undefined where no word may have a typo. */
export function toMeantWords({ words }: SearchQuery): MeantWord[] | undefined {
  const forgiven = new Set(words.filter((word) => editsAllowed(word) > 0).slice(0, MAX_FORGIVEN))
  const meant = words.map((typed) => ({
    typed,
    similar: forgiven.has(typed) ? new SimilarWord(typed) : undefined,
  }))
  return meant.some(({ similar }) => similar) ? meant : undefined
}

/** Whether a name has each of the words, or one that is similar, and is no hit as it was typed. */
export function isSimilarName(
  candidate: Pick<Candidate, 'search_name'>,
  query: SearchQuery,
  meant: readonly MeantWord[],
): boolean {
  const name = candidate.search_name
  const words = name.split(SEPARATORS)
  return (
    meant.every(
      ({ typed, similar }) =>
        findWord(name, typed) !== -1 || words.some((word) => similar?.matches(word)),
    ) && matchName(candidate, query) === undefined
  )
}

/** The whole words of a name that are meant. */
export function highlightSimilar(name: string, query: SearchQuery): Highlight[] {
  const meant = toMeantWords(query) ?? []
  const { text, from, to } = foldWithPlaces(name)
  return [...text.matchAll(/[^ ]+/g)].flatMap(({ 0: word, index }) => {
    const isMeant = meant.some(
      ({ typed, similar }) => word.startsWith(typed) || similar?.matches(word),
    )
    const [start, end] = [from[index], to[index + word.length - 1]]
    return isMeant && start !== undefined && end !== undefined ? [{ start, end }] : []
  })
}

const SEPARATORS = new RegExp(`[ ${ENDING_MARK}]`)
