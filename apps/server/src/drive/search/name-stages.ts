import type { Reader } from '../../db/database.ts'
import { startTerm, wordTerm } from '../nodes/search-name.ts'
import { fewStage, insideStage, isOf, manyStage } from './class-stages.ts'
import {
  beginningWith,
  countTerms,
  type NamePattern,
  type Narrowing,
  type TextRange,
} from './search.store.ts'
import type { NameMatch, SearchQuery } from './search-query.ts'
import type { StageOpener } from './stage.ts'

/**
 * So many names are looked at one by one and put in order. More than that can only be as good as each
 * other in a way that nobody sees through: of those the latest come first, the rest by their letters.
 */
export const FEW = 2_000

interface Parts {
  reader: Reader
  narrowing: Narrowing
  query: SearchQuery
}

/** How names can match, the best first; each is opened when the one before it is over. */
export function nameStages(parts: Parts): StageOpener[] {
  const { query } = parts
  const classes = [
    openClass(parts, 'exact', async () => exactRanges(query)),
    openClass(parts, 'start', async () => startRanges(query)),
    openClass(parts, 'word', () => wordRanges(parts)),
  ]
  // One letter is inside of nearly everything.
  const isWorthIt = query.words.some((word) => word.length > 1)
  const inside = { names: ['inside'], open: async () => insideStage(parts) }
  return isWorthIt ? [...classes, inside] : classes
}

/** A drive has a name that matches so only if it has terms in each of these, in one of their ranges. */
export function rangesOf(match: 'exact' | 'start' | 'word', query: SearchQuery): TextRange[][] {
  if (match === 'exact') return [exactRanges(query)]
  if (match === 'start') return [startRanges(query)]
  const [first = '', ...others] = query.words
  // One that begins the name is of a better class.
  if (others.length === 0) return [[beginningWith(wordTerm(first))]]
  return query.words.map(anywhere)
}

/** Where a word begins, at the beginning of a name and after it. */
export function anywhere(word: string): TextRange[] {
  return [beginningWith(wordTerm(word)), beginningWith(startTerm(word))]
}

function startRanges({ phrases }: SearchQuery): TextRange[] {
  return phrases.map((phrase) => beginningWith(startTerm(phrase)))
}

/** Who goes on is told which of the two it was; who begins looks at how many there are. */
function openClass(
  parts: Parts,
  match: 'exact' | 'start' | 'word',
  findRanges: () => Promise<TextRange[]>,
): StageOpener {
  const { reader, narrowing, query } = parts
  return {
    names: [match, `${match}+`],
    async open(name) {
      const ranges = await findRanges()
      const own = { ...parts, match, ranges, pattern: patternOf(match, query) }
      const areMany =
        name === undefined
          ? (await countTerms(reader, narrowing.driveId, ranges, FEW + 1)) > FEW
          : name !== match
      return areMany ? manyStage(`${match}+`, own) : fewStage(match, own, isOf(own))
    },
  }
}

function patternOf(match: NameMatch, query: SearchQuery): NamePattern {
  if (match === 'word') return { words: query.words }
  const ends = match === 'exact' ? wholeName : beginningWith
  return { starts: query.phrases.map(ends) }
}

/** The name and nothing more, or its ending. */
function wholeName(phrase: string): TextRange {
  return { from: phrase, to: `${phrase}\u0002` }
}

function exactRanges({ phrases }: SearchQuery): TextRange[] {
  return phrases.map((phrase) => {
    const term = startTerm(phrase)
    // What was cut off may be the end of a longer name.
    return term.length <= phrase.length ? beginningWith(term) : wholeName(term)
  })
}

/** The rarest of the words leads to the names; the others are looked for there. */
async function wordRanges({ reader, narrowing, query }: Parts): Promise<TextRange[]> {
  const words = query.words.map(anywhere)
  const [first = [], ...others] = words
  // One that begins the name is of a better class.
  if (others.length === 0) return first.slice(0, 1)
  for (const limit of [FEW + 1, Math.floor(COUNTED / words.length)]) {
    const counted: { ranges: TextRange[]; count: number }[] = []
    for (const ranges of words) {
      counted.push({ ranges, count: await countTerms(reader, narrowing.driveId, ranges, limit) })
    }
    const rarest = counted.reduce((best, each) => (each.count < best.count ? each : best))
    if (rarest.count < limit) return rarest.ranges
  }
  return first
}

/** So many terms are counted in all to find the rarest of several common words: it takes some milliseconds. */
const COUNTED = 50_000
