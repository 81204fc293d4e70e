import type { Reader } from '../../db/database.ts'
import { badToken } from '../opaque-token.ts'
import {
  type Candidate,
  findCandidates,
  findTimeAhead,
  listByTerm,
  listByTime,
  listTermTimes,
  type NamePattern,
  type Narrowing,
  type TermKey,
  type TextRange,
  type Timed,
  type TimeKey,
} from './search.store.ts'
import { matchName, type NameMatch, type SearchQuery } from './search-query.ts'
import {
  byTime,
  isBefore,
  type Position,
  parseTimePosition,
  type Stage,
  toTimePosition,
} from './stage.ts'

export interface NameClass {
  reader: Reader
  narrowing: Narrowing
  query: SearchQuery
  match: NameMatch
  /** Every name of this class has a term in one of these. */
  ranges: readonly TextRange[]
  /** The same in the words of the database, for a look at names one after the other. */
  pattern: NamePattern
}

/** A page looks at so many of the latest names, and no more. */
const LATEST = 10_000
/** So many terms are followed to their names at a time. */
const CHUNK = 500

type FewNames = Pick<NameClass, 'reader' | 'narrowing' | 'ranges'>

/** All of them are put in order by what their terms tell; only those of a page are looked at. */
export function fewStage(
  name: string,
  { reader, narrowing, ranges }: FewNames,
  isHit: (candidate: Candidate) => boolean,
): Stage {
  let all: Timed[] | undefined
  async function readAll(): Promise<Timed[]> {
    const found = new Map<string, Timed>()
    for (const range of ranges) {
      const some = await listTermTimes(reader, narrowing.driveId, range, MOST)
      for (const one of some) found.set(one.id, one)
    }
    return [...found.values()].sort(byTime)
  }
  return {
    name,
    async read(after, limit) {
      all ??= await readAll()
      const key = parseTimePosition(after)
      const left = key ? all.filter((one) => isBefore(one, key)) : all
      const some = left.slice(0, Math.max(limit, LOOKED_AT_TOGETHER))
      if (some.length === 0) return { found: [], next: undefined }
      const ids = some.map(({ id }) => id)
      const nodes = new Map(
        (await findCandidates(reader, narrowing, ids)).map((node) => [node.id, node]),
      )
      const found = some.flatMap((one) => {
        const candidate = nodes.get(one.id)
        return candidate && isHit(candidate) ? [{ candidate, position: toTimePosition(one) }] : []
      })
      const last = left.length > some.length ? some.at(-1) : undefined
      return { found, next: last && toTimePosition(last) }
    },
  }
}

const LOOKED_AT_TOGETHER = 100
/** Should they have become more between two pages, so many are still put in order. */
const MOST = 10_000

/**
 * Too many to put in order. Those among the latest names of the drive come first, the latest first;
 * then, in the order of their letters, those that are older than that.
 */
export function manyStage(name: string, own: NameClass): Stage {
  const { reader, narrowing, pattern, ranges } = own
  const { driveId } = narrowing

  async function readLatest(before: TimeKey | undefined, horizon: TimeKey, limit: number) {
    const until = horizon.id === '' ? undefined : horizon
    const found = await listByTime(reader, narrowing, pattern, { before, until, limit })
    const last = found.length === limit ? found.at(-1) : undefined
    const olderNext = until && toOlderPosition(horizon, 0, undefined)
    return {
      found: found.filter(isOf(own)).map((candidate) => ({
        candidate,
        position: toLatestPosition(horizon, candidate),
      })),
      next: last ? toLatestPosition(horizon, last) : olderNext,
    }
  }

  async function readOlder(at: number, after: TermKey | undefined, horizon: TimeKey) {
    const range = ranges[at]
    if (!range) return { found: [], next: undefined, looked: 0 }
    const { rows, last } = await listByTerm(reader, narrowing, range, { after, limit: CHUNK })
    const older = rows.filter(isOf(own)).filter((one) => isBefore(one, horizon))
    const nextRange =
      at + 1 < ranges.length ? toOlderPosition(horizon, at + 1, undefined) : undefined
    return {
      found: older.map((candidate) => ({
        candidate,
        position: toOlderPosition(horizon, at, candidate),
      })),
      next: last ? toOlderPosition(horizon, at, last) : nextRange,
      // Of two common words that hardly meet, each name with one of them costs its look.
      looked: rows.length,
    }
  }

  return {
    name,
    async read(after, limit) {
      if (!after) {
        const step = { before: undefined, steps: LATEST }
        const horizon = (await findTimeAhead(reader, driveId, step)) ?? { at: 0, id: '' }
        return readLatest(undefined, horizon, limit)
      }
      const { horizon, before, older } = parseManyPosition(after)
      return older ? readOlder(older.at, older.after, horizon) : readLatest(before, horizon, limit)
    },
  }
}

/** What is held by a name, but begins none of its words: one look goes back a while, the next one further. */
export function insideStage({
  reader,
  narrowing,
  query,
}: Omit<NameClass, 'match' | 'ranges' | 'pattern'>): Stage {
  const { driveId } = narrowing
  return {
    name: 'inside',
    isLong: true,
    async read(after, limit) {
      const before = parseTimePosition(after)
      const until = await findTimeAhead(reader, driveId, { before, steps: LATEST })
      const page = { before, until, limit }
      const rows = await listByTime(reader, narrowing, { parts: query.words }, page)
      const found = rows.filter((row) => matchName(row, query) === 'inside').map(byItsTime)
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { found, next: last ? toTimePosition(last) : until && [until.at, until.id] }
    },
  }
}

/** Of a class only what is of no better one. */
export function isOf({
  match,
  query,
}: Pick<NameClass, 'match' | 'query'>): (candidate: Candidate) => boolean {
  return (candidate) => matchName(candidate, query) === match
}

function byItsTime(candidate: Candidate) {
  return { candidate, position: toTimePosition(candidate) }
}

function toLatestPosition(horizon: TimeKey, { touched_at, id }: Candidate): Position {
  return [horizon.at, horizon.id, touched_at, id]
}

function toOlderPosition(
  horizon: TimeKey,
  range: number,
  after: { term: string; id: string } | undefined,
): Position {
  return [horizon.at, horizon.id, range, after?.term ?? '', after?.id ?? '']
}

function parseManyPosition(position: Position) {
  const [at, id, number, text, afterId] = position
  if (typeof at !== 'number' || typeof id !== 'string') throw badToken()
  if (typeof number !== 'number' || typeof text !== 'string') throw badToken()
  const horizon = { at, id }
  if (position.length === 4) return { horizon, before: { at: number, id: text }, older: undefined }
  if (position.length !== 5 || typeof afterId !== 'string') throw badToken()
  const after = text === '' ? undefined : { term: text, id: afterId }
  return { horizon, before: undefined, older: { at: number, after } }
}
