import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import { toActorId } from '../access/actor.ts'
import { listAliasesOf } from '../access/aliases.ts'
import type { Drives } from '../access/drives.ts'
import { openFolder } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { isShown, type Place } from '../access/ways-up.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import type { SealedTokens } from '../sealed-tokens.ts'
import { aliasStage, findBetterNamed, matchAliases, NAME_MATCHES } from './alias-stage.ts'
import { chooseStages } from './choose-stages.ts'
import { gather, type Hit, newLooks, toHits, withSnippet } from './gather.ts'
import { narrowTo } from './narrow.ts'
import type { Candidate } from './search.store.ts'
import { type NameMatch, type SearchQuery, toSearchQuery } from './search-query.ts'
import type { SearchQuestion } from './search-question.ts'
import { toSearchPosition, toTokenParts } from './search-token.ts'
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
}

export function createSearch({
  drives,
  contents,
  pageTokens,
}: {
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
      const page = await drives.read(access, async (reader, drive) => {
        const { text, parentId } = question
        const folder =
          parentId === undefined ? undefined : await openFolder(reader, drive, parentId)
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
        const { found, next } = await gather(reader, drive, openers, {
          size,
          from,
          isHit,
          looks: newLooks(),
        })
        return {
          hits: await toHits(reader, drive, found, query),
          nextPageToken: next && pageTokens.close(actorId, toTokenParts(question, next)),
          seq: drive.seq,
        }
      })
      const hits = await Promise.all(page.hits.map((hit) => withSnippet(contents, hit)))
      return { ...page, hits }
    },
  }
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
