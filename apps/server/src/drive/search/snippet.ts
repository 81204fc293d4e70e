import { buffer } from 'node:stream/consumers'
import type { Highlight } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import type { ContentReader } from '../contents/content-reader.ts'
import { fold, foldWithPlaces } from '../folded-text.ts'
import { findWord } from '../nodes/search-name.ts'
import { decodePiece, type TextEncoding } from './decode-text.ts'
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

/** A few words around a place, on one line; undefined when the content is gone in the meantime. */
export async function readSnippet(
  contents: ContentReader,
  { driveId, blobId, sizeBytes, at, encoding }: TextPlace,
  query: SearchQuery,
): Promise<Snippet | undefined> {
  const start = Math.max(0, at - BYTES_BEFORE)
  const end = Math.min(sizeBytes, at + BYTES_AFTER) - 1
  try {
    const piece = decodePiece(
      await buffer(await contents.read(driveId, blobId, { start, end })),
      encoding,
    )
    const text = onOneLine(piece, { isBegun: start > 0, isInPlace: end < sizeBytes - 1 })
    return { text, highlights: highlightText(text, query) }
  } catch (error) {
    if (error instanceof ServiceError && error.error === 'not_found') return undefined
    throw error
  }
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
