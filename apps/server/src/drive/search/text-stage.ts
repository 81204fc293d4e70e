import type { Reader } from '../../db/database.ts'
import { beginningWith, type Narrowing, type TextRange } from './search.store.ts'
import { matchName, type SearchQuery } from './search-query.ts'
import {
  byTime,
  type Found,
  isBefore,
  parseTermPosition,
  parseTimePosition,
  type Stage,
  type StageOpener,
  toTimePosition,
} from './stage.ts'
import {
  countTextTerms,
  listByTextTerm,
  listHolding,
  type TextCandidate,
} from './text-search.store.ts'
import { termsToFind } from './text-terms.ts'

interface Parts {
  reader: Reader
  narrowing: Narrowing
  query: SearchQuery
  /** Leaves out what is found by its name. */
  isBesideNames: boolean
}

/** As with names: so many are put in order by time, more than that are told in the order of terms. */
const FEW = 300
const MOST = 2_000
const CHUNK = 200

/** Files whose text has all of the words, if it is words. The rarest of them leads to the texts. */
export function textStages(parts: Parts): StageOpener[] {
  const { reader, narrowing, query } = parts
  const terms = termsToFind(query.textWords)
  if (terms.length === 0) return []
  const opener: StageOpener = {
    names: ['text', 'text+'],
    async open(name) {
      let rarest = { term: '', count: Number.POSITIVE_INFINITY }
      for (const term of terms) {
        const count = await countTextTerms(reader, narrowing.driveId, beginningWith(term), FEW + 1)
        if (count < rarest.count) rarest = { term, count }
      }
      const range = beginningWith(rarest.term)
      const areMany = name === undefined ? rarest.count > FEW : name === 'text+'
      const others = terms.filter((term) => term !== rarest.term)
      return areMany ? manyTexts(parts, range, others) : fewTexts(parts, range, others)
    },
  }
  return [opener]
}

function fewTexts(parts: Parts, range: TextRange, others: readonly string[]): Stage {
  let all: TextCandidate[] | undefined
  return {
    name: 'text',
    async read(after, limit) {
      const { reader, narrowing } = parts
      const page = { after: undefined, limit: MOST }
      all ??= eachOnce((await listByTextTerm(reader, narrowing, range, page)).rows).sort(byTime)
      const key = parseTimePosition(after)
      const left = key ? all.filter((one) => isBefore(one, key)) : all
      const some = left.slice(0, limit)
      const last = left.length > limit ? some.at(-1) : undefined
      const found = await holding(parts, some, others)
      return {
        found: found.map((candidate) => ({ candidate, position: toTimePosition(candidate) })),
        next: last && toTimePosition(last),
      }
    },
  }
}

function manyTexts(parts: Parts, range: TextRange, others: readonly string[]): Stage {
  return {
    name: 'text+',
    async read(position) {
      const { reader, narrowing } = parts
      const after = parseTermPosition(position)
      const page = { after, limit: CHUNK }
      const { rows, last } = await listByTextTerm(reader, narrowing, range, page)
      const found: Found[] = (await holding(parts, rows, others)).map((candidate) => ({
        candidate,
        position: [candidate.term, candidate.blob_id],
      }))
      return { found, next: last && [last.term, last.id] }
    },
  }
}

async function holding(
  { reader, narrowing, query, isBesideNames }: Parts,
  candidates: readonly TextCandidate[],
  others: readonly string[],
): Promise<TextCandidate[]> {
  const fresh = candidates.filter((one) => !isBesideNames || matchName(one, query) === undefined)
  if (others.length === 0 || fresh.length === 0) return fresh
  const ids = fresh.map(({ blob_id }) => blob_id)
  const held = await listHolding(reader, narrowing.driveId, ids, others)
  return fresh.filter(({ blob_id }) => held.has(blob_id))
}

/** One text may have several words that begin so; the first is as good as any. */
function eachOnce(rows: readonly TextCandidate[]): TextCandidate[] {
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()]
}
