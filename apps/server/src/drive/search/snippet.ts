import { buffer } from 'node:stream/consumers'
import type { Highlight } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { Database } from '../../db/database.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { fold, foldWithPlaces } from '../folded-text.ts'
import { findWord } from '../nodes/search-name.ts'
import { decodePiece, type TextEncoding } from './decode-text.ts'
import { readKeptText } from './kept-text.ts'
import { joinOverlaps, type SearchQuery } from './search-query.ts'

export interface Snippet {
  text: string
  highlights: Highlight[]
}

/** Where a word stands in a content. */
export interface TextPlace {
  driveId: string
  blobId: string
  sizeBytes: number
  at: number
  encoding: TextEncoding
}

const BYTES_BEFORE = 120
const BYTES_AFTER = 280

/** Where the words of snippets come from: contents themselves, or what was taken out of them. */
export interface TextSources {
  db: Database
  contents: ContentReader
}

/** A few words around a place, on one line; undefined when the content is gone in the meantime. */
export async function readSnippet(
  sources: TextSources,
  place: TextPlace,
  query: SearchQuery,
): Promise<Snippet | undefined> {
  try {
    const { piece, ...cut } = await readAround(sources, place)
    const text = onOneLine(piece, cut)
    return { text, highlights: highlightText(text, query) }
  } catch (error) {
    if (error instanceof ServiceError && error.error === 'not_found') return undefined
    throw error
  }
}

async function readAround({ db, contents }: TextSources, place: TextPlace) {
  const { driveId, blobId, sizeBytes, at, encoding } = place
  const start = Math.max(0, at - BYTES_BEFORE)
  if (encoding === 'kept') {
    const end = at + BYTES_AFTER
    const piece = await db.read((reader) => readKeptText(reader, place, { start, end }))
    return { piece, isBegun: start > 0, isInPlace: piece.length === end - start }
  }
  const end = Math.min(sizeBytes, at + BYTES_AFTER) - 1
  const bytes = await buffer(await contents.read(driveId, blobId, { start, end }))
  const isInPlace = end < sizeBytes - 1
  return { piece: decodePiece(bytes, encoding), isBegun: start > 0, isInPlace }
}

/** What is cut in the middle of a word at its ends is left out, where there are spaces to tell. */
function onOneLine(
  piece: string,
  { isBegun, isInPlace }: { isBegun: boolean; isInPlace: boolean },
): string {
  const begin = isBegun ? piece.replace(/^\S{1,30}\s+/, '') : piece
  const cut = isInPlace ? begin.replace(/\s+\S{1,30}$/, '') : begin
  return cut
    .normalize('NFC')
    .replace(/[\s\p{Cc}\ufeff]+/gu, ' ')
    .trim()
}

/** Every place at which a word begins as it was looked for. */
function highlightText(text: string, { textWords }: SearchQuery): Highlight[] {
  const { text: folded, from, to } = foldWithPlaces(text)
  const ranges = textWords.map(fold).flatMap((word) => {
    const found: Highlight[] = []
    for (let at = 0; at < folded.length; ) {
      const next = findWord(folded.slice(at), word)
      const [start, end] = [from[at + next], to[at + next + word.length - 1]]
      if (next === -1 || start === undefined || end === undefined) break
      // The rest begins in the middle of something: only its first place can be wrong.
      if (next > 0 || at === 0 || folded[at - 1] === ' ') found.push({ start, end })
      at += next + word.length
    }
    return found
  })
  return joinOverlaps(ranges.sort((a, b) => a.start - b.start))
}
