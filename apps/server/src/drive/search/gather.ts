import type { Highlight, SearchMatch } from '@awan/protocol/drive'
import type { Reader } from '../../db/database.ts'
import { markLocked } from '../access/mark-locked.ts'
import { type OpenNode, openNodes } from '../access/open-node.ts'
import type { OpenDrive } from '../access/reach.ts'
import { findPlaces, type Place } from '../access/ways-up.ts'
import type { Node } from '../nodes/tree.ts'
import { badToken } from '../opaque-token.ts'
import type { Candidate } from './search.store.ts'
import { highlightName, matchName, type SearchQuery } from './search-query.ts'
import type { SearchPosition } from './search-token.ts'
import { highlightSimilar } from './similar-name.ts'
import { ENOUGH_HITS } from './similar-stage.ts'
import { readSnippet, type Snippet, type TextPlace, type TextSources } from './snippet.ts'
import type { Stage, StageOpener } from './stage.ts'
import type { TextCandidate } from './text-search.store.ts'

export interface Hit {
  node: OpenNode
  /** The folders above it, from the top down. */
  path: Place['path']
  match: SearchMatch
  highlights: Highlight[]
  snippet?: Snippet | undefined
  /** What its person calls it, where this is what was found: the highlights are those of this name. */
  alias?: string | undefined
}

/** How many names a page may still look at that turn out to be no hits. */
export interface Looks {
  left: number
}

export function newLooks(): Looks {
  return { left: 5_000 }
}

/** With the few other hits, no more than a page of the usual size: they have no second one, and are counted as they are listed. */
export const MAX_SIMILAR = 40
/** What a read of a stage that is long counts. */
const LONG_LOOK = 1_000

export interface Placed {
  candidate: Candidate | TextCandidate
  place: Place
}

/** A hit whose text is still to be looked at. */
export type PlacedHit = Hit & { textPlace: TextPlace | undefined; query: SearchQuery | undefined }

/** Goes from stage to stage until a page is full, past whatever lies in the trash or elsewhere. */
export async function gather(
  reader: Reader,
  drive: OpenDrive,
  openers: readonly StageOpener[],
  asked: {
    size: number
    from: SearchPosition | undefined
    isHit: (candidate: Candidate, place: Place | undefined) => boolean
    looks: Looks
    /** What is shown on the first page if that has little else. */
    openSimilar?: () => Promise<Stage | undefined>
  },
): Promise<{ found: Placed[]; next: SearchPosition | undefined }> {
  const gathered = await gatherStages(reader, drive, openers, asked)
  const { found, next } = gathered
  if (asked.from || found.length >= Math.min(ENOUGH_HITS, asked.size)) return gathered
  const similar = await asked.openSimilar?.()
  if (!similar) return gathered
  const known = new Set(found.map(({ candidate }) => candidate.id))
  const more = await gatherStages(reader, drive, [{ names: [], open: async () => similar }], {
    ...asked,
    from: undefined,
    size: Math.min(asked.size - found.length, MAX_SIMILAR),
    isHit: (candidate, place) => !known.has(candidate.id) && asked.isHit(candidate, place),
    looks: newLooks(),
  })
  return { found: [...found, ...more.found], next }
}

async function gatherStages(
  reader: Reader,
  drive: OpenDrive,
  openers: readonly StageOpener[],
  asked: {
    size: number
    from: SearchPosition | undefined
    isHit: (candidate: Candidate, place: Place | undefined) => boolean
    looks: Looks
  },
): Promise<{ found: Placed[]; next: SearchPosition | undefined }> {
  const { size, from, isHit, looks } = asked
  const found: Placed[] = []
  const first = from ? openers.findIndex(({ names }) => names.includes(from.stage)) : 0
  if (first === -1) throw badToken()
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
      looks.left -= stage.isLong ? LONG_LOOK : (part.looked ?? Math.max(part.found.length, 1))
      at = part.next
      if (at === undefined) break
      const isEnough = stage.isLong === true || looks.left <= 0
      if (isEnough) return { found, next: { stage: stage.name, at } }
    }
  }
  return { found, next: undefined }
}

export async function toHits(
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
  await markLocked(reader, drive, [...nodes.values()])
  return found.flatMap(({ candidate, place }) => {
    const node = nodes.get(candidate.id)
    if (!node) return []
    const inName = query && matchName(candidate, query)
    const { alias } = candidate
    const textPlace = toTextPlace(candidate, node)
    const name = alias ?? node.name
    // What is neither found by its name nor by its text is only similar.
    const isSimilar = query !== undefined && !inName && !textPlace
    const highlights =
      query && inName
        ? highlightName(name, inName, query)
        : isSimilar
          ? highlightSimilar(name, query)
          : []
    const match = textPlace ? 'text' : (inName ?? (isSimilar ? 'similar' : 'start'))
    return [{ node, path: place.path, match, highlights, textPlace, query, alias }]
  })
}

function toTextPlace(candidate: Candidate | TextCandidate, node: Node): TextPlace | undefined {
  if (!('blob_id' in candidate) || candidate.encoding === null) return undefined
  const { blob_id, at, encoding } = candidate
  return { driveId: node.drive_id, blobId: blob_id, at, encoding, sizeBytes: node.size }
}

/** With a few words of its text. Contents are read when the database is free again for others. */
export async function withSnippet(
  sources: TextSources,
  { textPlace, query, ...hit }: PlacedHit,
): Promise<Hit> {
  if (!textPlace || !query) return hit
  return { ...hit, snippet: await readSnippet(sources, textPlace, query) }
}
