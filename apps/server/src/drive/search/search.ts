import { MAX_SORTED_HITS } from '@awan/protocol'
import type { Database, Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import { toActorId } from '../access/actor.ts'
import { listAliasesOf } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import { openFolder } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { isShown, type Place } from '../access/ways-up.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { badToken } from '../opaque-token.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import { aliasStage, findBetterNamed, matchAliases, NAME_MATCHES } from './alias-stage.ts'
import { chooseStages } from './choose-stages.ts'
import { gather, type Hit, newLooks, type Placed, toHits, withSnippet } from './gather.ts'
import { narrowTo } from './narrow.ts'
import type { Candidate } from './search.store.ts'
import { type NameMatch, type SearchQuery, toSearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import { type SearchPosition, toSearchPosition, toTokenParts } from './search-token.ts'
import { openSimilar } from './similar-stage.ts'
import { SORTED, type SortedBy, sortedPage } from './sorted-hits.ts'
import type { StageOpener } from './stage.ts'

export interface FoundPage {
  hits: Hit[]
  nextPageToken: string | undefined
  seq: number
}

export interface Search {
  find(
    access: Access,
    question: SearchQuestion,
    page: { size: number; token: string | undefined },
  ): Promise<FoundPage>
  /** How many it finds, up to a limit; not complete where there may be more. */
  count(access: Access, question: SearchQuestion): Promise<{ count: number; isComplete: boolean }>
}

export function createSearch({
  db,
  drives,
  contents,
  pageTokens,
}: {
  db: Database
  drives: Drives
  contents: ContentReader
  pageTokens: SealedTokens
}): Search {
  return {
    async find(access, question, { size, token }) {
      const actorId = toActorId(access.actor)
      const from =
        token === undefined
          ? undefined
          : toSearchPosition(pageTokens.open(actorId, token), question)
      const page =
        question.orderBy === undefined || question.orderBy === 'match'
          ? await drives.read(access, async (reader, drive) => {
              const { query, found, next } = await readPage(reader, drive, question, { size, from })
              return { hits: await toHits(reader, drive, found, query), next, seq: drive.seq }
            })
          : await findSorted(access, { ...question, orderBy: question.orderBy }, { size, from })
      const { next, seq } = page
      return {
        hits: await Promise.all(page.hits.map((hit) => withSnippet({ db, contents }, hit))),
        nextPageToken: next && pageTokens.close(actorId, toTokenParts(question, next)),
        seq,
      }
    },

    async count(access, question) {
      const { found, isComplete } = await collect(access, question)
      return { count: found.length, isComplete }
    },
  }

  /** All hits are collected for each page: no page depends on what the server remembers. */
  async function findSorted(
    access: Access,
    question: SearchQuestion & { orderBy: SortedBy },
    { size, from }: { size: number; from: SearchPosition | undefined },
  ) {
    if (from && from.stage !== SORTED) throw badToken()
    const { found } = await collect(access, question)
    return drives.read(access, async (reader, drive) => {
      const { orderBy, direction } = question
      const asked = { orderBy, direction, size, after: from?.at }
      const page = await sortedPage(reader, drive.id, found, asked)
      return {
        hits: await toHits(reader, drive, page.found, toSearchQuery(question.text)),
        next: page.next && { stage: SORTED, at: page.next },
        seq: drive.seq,
      }
    })
  }

  /** The best of them, so many and no more; each part leaves the database to others before the next. */
  async function collect(access: Access, question: SearchQuestion) {
    const found: Placed[] = []
    let from: SearchPosition | undefined
    for (let reads = 0; reads < MAX_READS && found.length < MAX_SORTED_HITS; reads++) {
      const asked = { size: MAX_SORTED_HITS - found.length, from }
      const page = await drives.read(access, (reader, drive) =>
        readPage(reader, drive, question, asked),
      )
      found.push(...page.found)
      from = page.next
      if (!from) return { found, isComplete: true }
    }
    return { found, isComplete: false }
  }
}

/** As many pages of a search that somebody reads: each looks at a limited number of names. */
const MAX_READS = 20

async function readPage(
  reader: Reader,
  drive: OpenDrive,
  question: SearchQuestion,
  { size, from }: { size: number; from: SearchPosition | undefined },
) {
  const { text, parentId } = question
  const folder = parentId === undefined ? undefined : await openFolder(reader, drive, parentId)
  const query = toSearchQuery(text)
  const better = await findByAlias(reader, drive, question, query)
  const stages =
    query || text.trim() === ''
      ? await chooseStages(reader, drive, question, { query, folder })
      : []
  const openers = better ? withAliases(stages, better, query) : stages
  const isHit = (candidate: Candidate, place: Place | undefined) =>
    candidate.id !== drive.root_id &&
    place !== undefined &&
    isShown(drive, candidate.id, place) &&
    // Each is found once, by the better of its names.
    (candidate.alias !== undefined || !better?.has(candidate.id)) &&
    (!folder || place.path.some(({ id }) => id === folder.id))
  const page = await gather(reader, drive, openers, {
    size,
    from,
    isHit,
    looks: newLooks(),
    openSimilar: () => openSimilar(reader, drive, question, { query, folder }),
  })
  return { ...page, query }
}

/** What a person has given a name of their own that matches better: only what others share with them has one. */
async function findByAlias(
  reader: Reader,
  drive: OpenDrive,
  { filter, in: place }: SearchQuestion,
  query: SearchQuery | undefined,
): Promise<ReadonlyMap<string, Candidate> | undefined> {
  const { actor } = drive.reach
  if (!query || place === 'text') return undefined
  if (actor.kind !== 'person' || actor.sub === drive.owner_sub) return undefined
  const aliases = await listAliasesOf(reader, actor.sub)
  const here = aliases.filter(({ driveId }) => driveId === drive.id)
  return findBetterNamed(reader, narrowTo(drive, filter), matchAliases(here, query), query)
}

/** Before the names that match as well; before all where the stages are not by how well names match. */
function withAliases(
  stages: readonly StageOpener[],
  better: ReadonlyMap<string, Candidate>,
  query: SearchQuery | undefined,
): StageOpener[] {
  const isByMatch = (match: string) => stages.some(({ names }) => names.includes(match))
  const openAlias = (match: NameMatch) => aliasStage(match, better.values(), query)
  return [
    ...NAME_MATCHES.filter((match) => !isByMatch(match)).map(openAlias),
    ...stages.flatMap((stage) => [
      ...NAME_MATCHES.filter((match) => stage.names.includes(match)).map(openAlias),
      stage,
    ]),
  ]
}
