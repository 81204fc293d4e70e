import type { Highlight, SearchMatch } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import type { Access } from '../access/access.ts'
import type { Drives } from '../access/drives.ts'
import { type OpenNode, openFolder, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces, isShown, type Place } from '../access/ways-up.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import type { ListFilter } from '../nodes/list-filter.ts'
import type { Node } from '../nodes/tree.ts'
import { badToken } from '../opaque-token.ts'
import { FEW, nameStages } from './name-stages.ts'
import { latestStage, placeStage } from './other-stages.ts'
import type { Candidate } from './search.store.ts'
import { highlightName, matchName, type SearchQuery, toSearchQuery } from './search-query.ts'
import { parseSearchToken, type SearchPosition, toSearchToken } from './search-token.ts'
import { readSnippet, type Snippet, type TextPlace } from './snippet.ts'
import type { StageOpener } from './stage.ts'
import type { TextCandidate } from './text-search.store.ts'
import { textStages } from './text-stage.ts'

/** What somebody looks for. */
export interface SearchQuestion {
  /** As it was typed. */
  text: string
  /** Names and texts unless told. */
  in?: 'name' | 'text' | 'all' | undefined
  /** Only what lies below this folder. */
  parentId?: string | undefined
  filter: ListFilter
}

export interface Hit {
  node: OpenNode
  /** The folders above it, from the top down. */
  path: Place['path']
  match: SearchMatch
  highlights: Highlight[]
  snippet?: Snippet | undefined
}

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

/** A page looks at so many names that turn out to be no hits, and no more. */
const MAX_LOOKED_AT = 5_000

export function createSearch({
  drives,
  contents,
}: {
  drives: Drives
  contents: ContentReader
}): Search {
  return {
    async find(access, question, { size, token }) {
      const from = token === undefined ? undefined : parseSearchToken(token, question)
      const page = await drives.read(access, async (reader, drive) => {
        const { text, parentId } = question
        const folder =
          parentId === undefined ? undefined : await openFolder(reader, drive, parentId)
        const query = toSearchQuery(text)
        const openers =
          query || text.trim() === ''
            ? await chooseStages(reader, drive, question, { query, folder })
            : []
        const isHit = (candidate: Candidate, place: Place | undefined) =>
          candidate.id !== drive.root_id &&
          place !== undefined &&
          isShown(drive, candidate.id, place) &&
          (!folder || place.path.some(({ id }) => id === folder.id))
        const { found, next } = await gather(reader, drive, openers, { size, from, isHit })
        return {
          hits: await toHits(reader, drive, found, query),
          nextPageToken: next && toSearchToken(question, next),
          seq: drive.seq,
        }
      })
      // Contents are read when the database is free again for others.
      return { ...page, hits: await Promise.all(page.hits.map(withSnippet)) }
    },
  }

  async function withSnippet({ textPlace, query, ...hit }: PlacedHit): Promise<Hit> {
    if (!textPlace || !query) return hit
    return { ...hit, snippet: await readSnippet(contents, textPlace, query) }
  }
}

async function chooseStages(
  reader: Reader,
  drive: OpenDrive,
  { filter, in: place = 'all' }: SearchQuestion,
  { query, folder }: { query: SearchQuery | undefined; folder: Node | undefined },
): Promise<StageOpener[]> {
  const parts = { reader, narrowing: { driveId: drive.id, filter, viewer: drive.reach.actorId } }
  const names = (await chooseSmallPlace()) ?? (query ? nameStages({ ...parts, query }) : undefined)
  if (!query) return names ?? [latestStage(parts)]
  const texts = textStages({ ...parts, query, isBesideNames: place === 'all' })
  if (place === 'text' || !names) return texts
  if (place === 'name') return names
  // A look through names for what is inside of words takes long; what texts say comes before.
  const inside = names.findIndex((opener) => opener.names.includes('inside'))
  return inside === -1 ? [...names, ...texts] : names.toSpliced(inside, 0, ...texts)

  async function chooseSmallPlace(): Promise<StageOpener[] | undefined> {
    if (!folder || folder.id === drive.root_id) return undefined
    const stage = await placeStage(parts, { folderId: folder.id, query, limit: FEW })
    return stage && [stage]
  }
}

interface Placed {
  candidate: Candidate | TextCandidate
  place: Place
}

/** A hit whose text is still to be looked at. */
type PlacedHit = Hit & { textPlace: TextPlace | undefined; query: SearchQuery | undefined }

/** Goes from stage to stage until a page is full, past whatever lies in the trash or elsewhere. */
async function gather(
  reader: Reader,
  drive: OpenDrive,
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
      const places = await findPlaces(reader, drive, parents)
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
  drive: OpenDrive,
  found: readonly Placed[],
  query: SearchQuery | undefined,
): Promise<PlacedHit[]> {
  const nodes = await openNodes(
    reader,
    drive,
    found.map(({ candidate }) => candidate.id),
  )
  return found.flatMap(({ candidate, place }) => {
    const node = nodes.get(candidate.id)
    if (!node) return []
    const inName = query && matchName(candidate, query)
    const highlights = query && inName ? highlightName(node.name, inName, query) : []
    const textPlace = toTextPlace(candidate, node)
    const match = textPlace ? 'text' : (inName ?? 'start')
    return [{ node, path: place.path, match, highlights, textPlace, query }]
  })
}

function toTextPlace(candidate: Candidate | TextCandidate, node: Node): TextPlace | undefined {
  if (!('blob_id' in candidate) || candidate.encoding === null) return undefined
  const { blob_id, at, encoding } = candidate
  return { driveId: node.drive_id, blobId: blob_id, at, encoding, sizeBytes: node.size }
}
