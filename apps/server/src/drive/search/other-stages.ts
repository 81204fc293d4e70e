import type { Reader } from '../../db/database.ts'
import { badToken } from '../opaque-token.ts'
import {
  type Candidate,
  findTimeAhead,
  listBelow,
  listByTime,
  type Narrowing,
} from './search.store.ts'
import { matchName, type NameMatch, type SearchQuery } from './search-query.ts'
import {
  byTime,
  isBefore,
  type Position,
  parseTimePosition,
  type Stage,
  type StageOpener,
  toTimePosition,
} from './stage.ts'

interface Parts {
  reader: Reader
  narrowing: Narrowing
}

/** With no words: whatever passes the filters, the latest first. */
export function latestStage({ reader, narrowing }: Parts): StageOpener {
  const stage: Stage = {
    name: 'latest',
    isLong: true,
    async read(after, limit) {
      const before = parseTimePosition(after)
      const until = await findTimeAhead(reader, narrowing.driveId, { before, steps: LOOKED_AT })
      const found = await listByTime(reader, narrowing, {}, { before, until, limit })
      const last = found.length === limit ? found.at(-1) : undefined
      return {
        found: found.map((candidate) => ({ candidate, position: toTimePosition(candidate) })),
        next: last ? toTimePosition(last) : until && [until.at, until.id],
      }
    },
  }
  return { names: [stage.name], open: async () => stage }
}

const LOOKED_AT = 20_000

const RANKS: readonly (NameMatch | undefined)[] = ['exact', 'start', 'word', 'inside']

/** Of a folder with little below it, all is looked at; undefined when there is more. */
export async function placeStage(
  { reader, narrowing }: Parts,
  { folderId, query, limit }: { folderId: string; query: SearchQuery | undefined; limit: number },
): Promise<StageOpener | undefined> {
  const below = await listBelow(reader, narrowing, [folderId], limit + 1)
  if (below.length > limit) return undefined
  const ranked = below
    .map((candidate) => ({ candidate, rank: rankOf(candidate, query) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank || byTime(a.candidate, b.candidate))
    .map(({ candidate, rank }) => ({ candidate, position: [rank, ...toTimePosition(candidate)] }))
  const stage: Stage = {
    name: 'below',
    async read(after, size) {
      const left = after ? ranked.filter(({ position }) => comesAfter(position, after)) : ranked
      const found = left.slice(0, size)
      return { found, next: left.length > size ? found.at(-1)?.position : undefined }
    },
  }
  return { names: [stage.name], open: async () => stage }
}

/** The same of all that a caller reaches in a drive, for one kind of match; undefined when it is more. */
export async function reachedStage(
  { reader, narrowing }: Parts,
  { topIds, name, query, limit }: ReachedPart,
): Promise<StageOpener | undefined> {
  const below = await listBelow(reader, narrowing, topIds, limit + 1)
  if (below.length > limit) return undefined
  const all = below.filter((candidate) => !query || matchName(candidate, query) === name)
  const stage = sortedStage(name, all)
  return { names: [name], open: async () => stage }
}

/** Names that are known already, the latest first. */
export function sortedStage(name: string, candidates: readonly Candidate[]): Stage {
  const all = candidates
    .toSorted(byTime)
    .map((candidate) => ({ candidate, position: toTimePosition(candidate) }))
  return {
    name,
    async read(after, size) {
      const key = parseTimePosition(after)
      const left = key ? all.filter(({ candidate }) => isBefore(candidate, key)) : all
      const found = left.slice(0, size)
      return { found, next: left.length > size ? found.at(-1)?.position : undefined }
    },
  }
}

interface ReachedPart {
  topIds: readonly string[]
  name: NameMatch | 'latest'
  query: SearchQuery | undefined
  limit: number
}

function rankOf(candidate: Candidate, query: SearchQuery | undefined): number {
  return query ? RANKS.indexOf(matchName(candidate, query) ?? undefined) : 0
}

function comesAfter(position: Position, after: Position): boolean {
  const [rank, at, id] = position
  const [lastRank, lastAt, lastId] = after
  if (typeof lastRank !== 'number' || typeof lastAt !== 'number' || typeof lastId !== 'string') {
    throw badToken()
  }
  if (rank !== lastRank) return Number(rank) > lastRank
  return at === lastAt ? String(id) < lastId : Number(at) < lastAt
}
