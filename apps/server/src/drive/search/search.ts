import type { Highlight, SearchMatch } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { DriveRow } from '../../db/tables.ts'
import type { Drives } from '../drives/drives.ts'
import { findPlaces, type Place } from '../lists/ways-up.ts'
import type { ListFilter } from '../nodes/listing.ts'
import { loadNodes, type Node, requireFolder } from '../nodes/tree.ts'
import { badToken } from '../opaque-token.ts'
import { FEW, nameStages } from './name-stages.ts'
import { latestStage, placeStage } from './other-stages.ts'
import type { Candidate } from './search.store.ts'
import { highlightName, matchName, type SearchQuery, toSearchQuery } from './search-query.ts'
import { parseSearchToken, type SearchPosition, toSearchToken } from './search-token.ts'
import type { StageOpener } from './stage.ts'

/** What somebody looks for. */
export interface SearchQuestion {
  /** As it was typed. */
  text: string
  /** Only what lies below this folder. */
  parentId?: string | undefined
  filter: ListFilter
}

export interface Hit {
  node: Node
  /** The folders above it, from the top down. */
  path: Place['path']
  match: SearchMatch
  highlights: Highlight[]
}

export interface FoundPage {
  hits: Hit[]
  nextPageToken: string | undefined
  seq: number
}

export interface Search {
  find(
    sub: string,
    question: SearchQuestion,
    page: { size: number; token: string | undefined },
  ): Promise<FoundPage>
}

/** A page looks at so many names that turn out to be no hits, and no more. */
const MAX_LOOKED_AT = 5_000

export function createSearch({ drives }: { drives: Drives }): Search {
  return {
    async find(sub, question, { size, token }) {
      const { id } = await drives.of(sub)
      const from = token === undefined ? undefined : parseSearchToken(token, question)
      return drives.read(id, async (reader, drive) => {
        const { text, parentId } = question
        const folder =
          parentId === undefined ? undefined : await requireFolder(reader, drive, parentId)
        const query = toSearchQuery(text)
        const openers =
          query || text.trim() === ''
            ? await chooseStages(reader, drive, question.filter, { query, folder })
            : []
        const isHit = (candidate: Candidate, place: Place | undefined) =>
          candidate.id !== drive.root_id &&
          place !== undefined &&
          !place.isInTrash &&
          (!folder || place.path.some(({ id }) => id === folder.id))
        const { found, next } = await gather(reader, drive, openers, { size, from, isHit })
        return {
          hits: await toHits(reader, drive, found, query),
          nextPageToken: next && toSearchToken(question, next),
          seq: drive.seq,
        }
      })
    },
  }
}

async function chooseStages(
  reader: Reader,
  drive: DriveRow,
  filter: ListFilter,
  { query, folder }: { query: SearchQuery | undefined; folder: Node | undefined },
): Promise<StageOpener[]> {
  const parts = { reader, narrowing: { driveId: drive.id, filter } }
  if (folder && folder.id !== drive.root_id) {
    const place = { folderId: folder.id, query, limit: FEW }
    const stage = await placeStage(parts, place)
    if (stage) return [stage]
  }
  return query ? nameStages({ ...parts, query }) : [latestStage(parts)]
}

interface Placed {
  candidate: Candidate
  place: Place
}

/** Goes from stage to stage until a page is full, past whatever lies in the trash or elsewhere. */
async function gather(
  reader: Reader,
  drive: DriveRow,
  openers: readonly StageOpener[],
  asked: {
    size: number
    from: SearchPosition | undefined
    isHit: (candidate: Candidate, place: Place | undefined) => boolean
  },
): Promise<{ found: Placed[]; next: SearchPosition | undefined }> {
  const { size, from, isHit } = asked
  const found: Placed[] = []
  const first = from ? openers.findIndex(({ names }) => names.includes(from.stage)) : 0
  if (first === -1) throw badToken()
  let lookedAt = 0
  for (const [index, opener] of openers.slice(first).entries()) {
    const begun = index === 0 ? from : undefined
    const stage = await opener.open(begun?.stage)
    let at = begun?.at
    for (;;) {
      const part = await stage.read(at, size + 1)
      const parents = part.found.map(({ candidate }) => candidate.parent_id)
      const places = await findPlaces(reader, drive.id, parents)
      for (const { candidate, position } of part.found) {
        const place = places(candidate.parent_id)
        if (isHit(candidate, place) && place) {
          if (found.length === size) return { found, next: { stage: stage.name, at } }
          found.push({ candidate, place })
        }
        at = position
      }
      lookedAt += Math.max(part.found.length, 1)
      at = part.next
      if (at === undefined) break
      const isEnough = stage.isLong === true || lookedAt >= MAX_LOOKED_AT
      if (isEnough) return { found, next: { stage: stage.name, at } }
    }
  }
  return { found, next: undefined }
}

async function toHits(
  reader: Reader,
  drive: DriveRow,
  found: readonly Placed[],
  query: SearchQuery | undefined,
): Promise<Hit[]> {
  const nodes = await loadNodes(
    reader,
    drive,
    found.map(({ candidate }) => candidate.id),
  )
  return found.flatMap(({ candidate, place }) => {
    const node = nodes.get(candidate.id)
    if (!node) return []
    const match = (query && matchName(candidate, query)) ?? 'word'
    const highlights = query && match ? highlightName(node.name, match, query) : []
    return [{ node, path: place.path, match, highlights }]
  })
}
