import { isServiceError } from '@awan/protocol/errors'
import type { Database, Reader } from '../../db/database.ts'
import type { Accesses, ReachedId } from '../access/accesses.ts'
import type { Person } from '../access/actor.ts'
import { listAliasesOf } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import type { OpenDrive } from '../access/reach.ts'
import { isShown } from '../access/ways-up.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { badToken } from '../opaque-token.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import { ALIAS, aliasStage, findBetterNamed, matchAliases, type Named } from './alias-stage.ts'
import { chooseStages } from './choose-stages.ts'
import {
  gather,
  type Hit,
  type Looks,
  newLooks,
  type PlacedHit,
  toHits,
  withSnippet,
} from './gather.ts'
import { FEW, rangesOf } from './name-stages.ts'
import { narrowTo } from './narrow.ts'
import { reachedStage } from './other-stages.ts'
import { beginningWith, listDrivesWithTerms, listDrivesWithTextTerm } from './search.store.ts'
import { type SearchQuery, toSearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import { type SearchPosition, toSearchPosition, toTokenParts } from './search-token.ts'
import { toMeantWords } from './similar-name.ts'
import { ENOUGH_HITS, openSimilar } from './similar-stage.ts'
import type { StageOpener } from './stage.ts'
import { termsToFind } from './text-terms.ts'

export type WideQuestion = Omit<SearchQuestion, 'parentId'>

export interface WideHit extends Hit {
  driveId: string
}

/** A search of all that a person can see: their own drive, what others share with them, and team drives. */
export type SearchEverywhere = (
  person: Person,
  question: WideQuestion,
  page: { size: number; token: string | undefined },
) => Promise<{ hits: WideHit[]; nextPageToken: string | undefined }>

/** A call may cost so much; where a person reaches more drives, a page may be short although there is a next one. */
const MAX_COST = 200
/** Of a drive that is opened. */
const OPENED_COST = 8
/** Of a drive that is opened only if it has the words. */
const PASSED_COST = 1
/** So many drives are asked at once whether they can have hits at all. */
const ASKED_TOGETHER = 500

/** The kinds of matches, each of all drives before the next kind. */
const NAMES = ['exact', 'start', 'word'] as const
type Round = (typeof NAMES)[number] | 'text' | 'inside' | 'latest'

interface WidePosition extends SearchPosition {
  driveId: string
}

/** A drive in which a round can have hits, with the place where it goes on. */
interface Turn {
  round: Round
  driveId: string
  from: SearchPosition | undefined
  /**
   * Whether all of it is shared with the person. If not, whether it has the words tells of what is hidden: the end of
   * a page must not depend on it.
   */
  isWhole: boolean
  /** Whether it can have hits at all. */
  isAble: boolean
}

/** A question with what is looked for and the names of the person's own that have it. */
interface Asked {
  question: WideQuestion
  query: SearchQuery | undefined
  named: readonly Named[]
}

export function createSearchEverywhere({
  db,
  accesses,
  drives,
  contents,
  pageTokens,
}: {
  db: Database
  accesses: Accesses
  drives: Drives
  contents: ContentReader
  pageTokens: SealedTokens
}): SearchEverywhere {
  return async (person, question, { size, token }) => {
    const bound = { ...question, everywhere: true }
    const from =
      token === undefined ? undefined : toWidePosition(bound, pageTokens.open(person.sub, token))
    const query = toSearchQuery(question.text)
    const asked = { question, query, named: await findNamed(person, question, query) }
    const reached = inOrder(await accesses.reached(person))
    const looks = newLooks()
    const hits: (PlacedHit & { driveId: string })[] = []
    let next: WidePosition | undefined
    let cost = 0
    for await (const turn of turnsOf(asked, reached, from)) {
      const { driveId, round } = turn
      cost += costOf(turn)
      if (cost > MAX_COST) next = { driveId, stage: round, at: undefined, ...turn.from }
      else if (turn.isAble) {
        const rest = size - hits.length
        const part = await searchDrive(person, asked, turn, { size: rest, looks })
        hits.push(...part.hits.map((hit) => ({ ...hit, driveId })))
        if (part.next) next = { ...part.next, driveId }
      }
      if (next) break
    }
    if (!from && hits.length < Math.min(ENOUGH_HITS, size)) {
      await addSimilar(person, asked, reached, { hits, size })
    }
    return {
      hits: await Promise.all(
        hits.map(async ({ driveId, ...hit }) => ({
          ...(await withSnippet({ db, contents }, hit)),
          driveId,
        })),
      ),
      nextPageToken: next && pageTokens.close(person.sub, toWideParts(bound, next)),
    }
  }

  /** What the person may have meant, in as many drives as a page opens. */
  async function addSimilar(
    person: Person,
    { question, query }: Asked,
    reached: readonly ReachedId[],
    { hits, size }: { hits: (PlacedHit & { driveId: string })[]; size: number },
  ): Promise<void> {
    if (!query || !toMeantWords(query)) return
    const known = new Set(hits.map(({ node }) => node.id))
    for (const { driveId } of reached.slice(0, MAX_COST / OPENED_COST)) {
      if (hits.length >= size) return
      const part = await readDrive(person, driveId, async (reader, drive) => {
        const { found } = await gather(reader, drive, [], {
          size: size - hits.length,
          from: undefined,
          looks: newLooks(),
          isHit: ({ id }, place) =>
            id !== drive.root_id &&
            place !== undefined &&
            isShown(drive, id, place) &&
            !known.has(id),
          openSimilar: () => openSimilar(reader, drive, question, { query, folder: undefined }),
        })
        return { hits: await toHits(reader, drive, found, query) }
      })
      hits.push(...(part?.hits ?? []).map((hit) => ({ ...hit, driveId })))
    }
  }

  /** A grant may be there and open nothing: its folder is in the trash, or its granter has lost the right. */
  async function readDrive<T>(
    actor: Person,
    driveId: string,
    work: (reader: Reader, drive: OpenDrive) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await drives.read({ driveId, actor, right: 'view' }, work)
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      throw error
    }
  }

  /** Round by round, the drives that can have hits in it: one question asks many of them. */
  async function* turnsOf(
    { question, query, named }: Asked,
    reached: readonly ReachedId[],
    from: WidePosition | undefined,
  ): AsyncGenerator<Turn> {
    const rounds = roundsOf(question, query)
    const first = from ? rounds.indexOf(roundOf(from)) : 0
    if (first === -1) throw badToken()
    for (const [index, round] of rounds.slice(first).entries()) {
      const start = index === 0 ? from : undefined
      const left = start ? reached.slice(placeOf(reached, start.driveId)) : reached
      for (let at = 0; at < left.length; at += ASKED_TOGETHER) {
        const some = left.slice(at, at + ASKED_TOGETHER)
        const able = await findAble(some, round, query)
        const hasAlias = (id: string) =>
          named.some(({ driveId, match }) => driveId === id && match === round)
        for (const { driveId, isWhole } of some) {
          const isAble = able.has(driveId) || hasAlias(driveId)
          const from = start?.driveId === driveId ? start : undefined
          if (isAble || !isWhole) yield { round, driveId, from, isWhole, isAble }
        }
      }
    }
  }

  async function findNamed(
    { sub }: Person,
    { in: place }: WideQuestion,
    query: SearchQuery | undefined,
  ): Promise<Named[]> {
    if (!query || place === 'text') return []
    return matchAliases(await db.read((reader) => listAliasesOf(reader, sub)), query)
  }

  async function findAble(
    reached: readonly ReachedId[],
    round: Round,
    query: SearchQuery | undefined,
  ): Promise<ReadonlySet<string>> {
    const driveIds = reached.map(({ driveId }) => driveId)
    if (!query || isAlwaysOpened(round)) return new Set(driveIds)
    return db.read((reader) => {
      if (round !== 'text') return listDrivesWithTerms(reader, driveIds, rangesOf(round, query))
      const [term = ''] = termsToFind(query.textWords)
      return listDrivesWithTextTerm(reader, driveIds, beginningWith(term))
    })
  }

  async function searchDrive(
    person: Person,
    { question, query, named }: Asked,
    { driveId, round, from }: Turn,
    page: { size: number; looks: Looks },
  ): Promise<{ hits: PlacedHit[]; next: SearchPosition | undefined }> {
    const part = await readDrive(person, driveId, async (reader, drive) => {
      const narrowing = narrowTo(drive, question.filter)
      const own = named.filter((one) => one.driveId === driveId)
      const better = query && (await findBetterNamed(reader, narrowing, own, query))
      const byAlias = aliasStage(round, better?.values() ?? [], query)
      const opener = await openRound(drive)
      const { found, next } = await gather(reader, drive, opener ? [byAlias, opener] : [byAlias], {
        ...page,
        from,
        isHit: ({ id, alias }, place) =>
          id !== drive.root_id &&
          place !== undefined &&
          isShown(drive, id, place) &&
          // Each is found once, by the better of its names.
          (alias !== undefined || !better?.has(id)),
      })
      return { hits: await toHits(reader, drive, found, query), next }

      async function openRound(drive: OpenDrive): Promise<StageOpener | undefined> {
        const few = await openReached(drive)
        if (few) return few
        const all = await chooseStages(reader, drive, question, { query, folder: undefined })
        return all.find(({ names }) => names.includes(round))
      }

      /** In somebody else's drive, all that they share is looked at rather than all that they have. */
      async function openReached({ reach }: OpenDrive): Promise<StageOpener | undefined> {
        if (reach.isUniform || round === 'text' || from?.stage.endsWith(MANY)) return undefined
        const topIds = reach.tops.map(({ nodeId }) => nodeId)
        return reachedStage({ reader, narrowing }, { topIds, name: round, query, limit: FEW })
      }
    })
    return part ?? { hits: [], next: undefined }
  }
}

function costOf({ round, isWhole }: Turn): number {
  return isWhole || isAlwaysOpened(round) ? OPENED_COST : PASSED_COST
}

/** No index knows what it finds. */
function isAlwaysOpened(round: Round): round is 'latest' | 'inside' {
  return round === 'latest' || round === 'inside'
}

function roundsOf(
  { text, in: place = 'all' }: WideQuestion,
  query: SearchQuery | undefined,
): readonly Round[] {
  if (!query) return text.trim() === '' ? ['latest'] : []
  const names = place === 'text' ? [] : NAMES
  const texts =
    place === 'name' || termsToFind(query.textWords).length === 0 ? [] : ['text' as const]
  // One letter is inside of nearly everything.
  const hasInside = place !== 'text' && query.words.some((word) => word.length > 1)
  return [...names, ...texts, ...(hasInside ? ['inside' as const] : [])]
}

/** The drive is the first part of the place. */
function toWideParts(asked: unknown, { driveId, stage, at = [] }: WidePosition): unknown[] {
  return toTokenParts(asked, { stage, at: [driveId, ...at] })
}

function toWidePosition(asked: unknown, parts: readonly unknown[]): WidePosition {
  const { stage, at = [] } = toSearchPosition(parts, asked)
  const [driveId, ...rest] = at
  if (typeof driveId !== 'string') throw badToken()
  return { driveId, stage, at: rest.length === 0 ? undefined : rest }
}

/** Of a stage with more than can be put in order. */
const MANY = '+'

function roundOf({ stage }: SearchPosition): Round {
  const isMarked = stage.endsWith(MANY) || stage.endsWith(ALIAS)
  return (isMarked ? stage.slice(0, -1) : stage) as Round
}

/** The person's own first, then the others in an order that stays. */
function inOrder([own, ...others]: readonly ReachedId[]): ReachedId[] {
  if (own === undefined) return []
  return [own, ...others.toSorted((a, b) => (a.driveId < b.driveId ? -1 : 1))]
}

/** Where a drive is, or was before the person lost it. */
function placeOf([own, ...others]: readonly ReachedId[], driveId: string): number {
  if (driveId === own?.driveId) return 0
  const at = others.findIndex((one) => one.driveId >= driveId)
  return at === -1 ? others.length + 1 : at + 1
}
