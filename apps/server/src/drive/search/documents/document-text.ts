import {
  findEntries,
  readSmallEntry,
  requireReadable,
  type ZipParts,
} from '../../../kernel/zip/find-entries.ts'
import { type ReadBytes, readAhead } from '../../../kernel/zip/read-ahead.ts'
import { EntryContent } from '../../../kernel/zip/read-content.ts'
import type { DirectoryEntry } from '../../../kernel/zip/read-directory.ts'
import { ZipError } from '../../../kernel/zip/zip-error.ts'
import { CONTENT_TYPES, OPEN_DOCUMENT, openDocumentRules, openXmlParts } from './document-parts.ts'
import { PartProblem, PartText, type TextRules } from './part-text.ts'
import { TextGatherer } from './text-gatherer.ts'

export interface DocumentLimits {
  /** So much text is kept, in UTF-16 units. */
  textLength: number
  /** So much is unpacked in all. */
  unpackedBytes: number
}

/** No office program writes as many. */
const MAX_ENTRIES = 10_000
const MAX_TYPES_BYTES = 1024 * 1024
const PIECE_BYTES = 64 * 1024

/**
 * The text of a document of an office program, as far as the limits and its parts allow; undefined for what is none.
 * Of a broken document, the text before the fault.
 */
export async function documentText(
  read: ReadBytes,
  sizeBytes: number,
  limits: DocumentLimits,
): Promise<string | undefined> {
  const zip: ZipParts = { read: readAhead(read, sizeBytes), sizeBytes, maxEntries: MAX_ENTRIES }
  const text = new TextGatherer(limits.textLength)
  let isDocument = false
  try {
    const found = await findParts(zip)
    if (!found) return undefined
    isDocument = true
    let leftBytes = limits.unpackedBytes
    for (const entry of found.entries) {
      leftBytes -= await readPart(zip, entry, { rules: found.rules, text, leftBytes })
      if (leftBytes <= 0 || text.isFull) break
      text.add('\n')
    }
  } catch (error) {
    if (!(error instanceof ZipError) && !(error instanceof PartProblem)) throw error
    if (!isDocument) return undefined
  }
  return text.toText() || undefined
}

async function findParts(
  zip: ZipParts,
): Promise<{ entries: DirectoryEntry[]; rules: TextRules } | undefined> {
  const marks = await findEntries(zip, (name) => name === CONTENT_TYPES || name === OPEN_DOCUMENT)
  const types = marks.get(CONTENT_TYPES)
  const content = marks.get(OPEN_DOCUMENT)
  if (!types) return content && { entries: [content], rules: openDocumentRules }
  const parts = openXmlParts((await readSmallEntry(zip, types, MAX_TYPES_BYTES)).toString())
  if (!parts) return undefined
  const wanted = new Set(parts.names)
  const entries = await findEntries(zip, (name) => wanted.has(name), { most: wanted.size })
  return {
    entries: parts.names.flatMap((name) => entries.get(name) ?? []),
    rules: parts.rules,
  }
}

/** Gives how much it has unpacked. */
async function readPart(
  zip: ZipParts,
  entry: DirectoryEntry,
  { rules, text, leftBytes }: { rules: TextRules; text: TextGatherer; leftBytes: number },
): Promise<number> {
  requireReadable(entry)
  const part = new PartText(rules, text)
  const content = await EntryContent.open(zip.read, entry, zip.sizeBytes, { bytes: 0, crc: 0 })
  try {
    while (!text.isFull && content.soFar.bytes < leftBytes) {
      const piece = await content.next(PIECE_BYTES)
      if (!piece) {
        part.close()
        break
      }
      part.write(piece)
    }
    return content.soFar.bytes
  } finally {
    content.close()
  }
}
