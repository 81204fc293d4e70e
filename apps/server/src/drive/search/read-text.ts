import { buffer } from 'node:stream/consumers'
import { isServiceError } from '@awan/protocol/errors'
import type { TextReaderKind } from '../../db/tables.ts'
import type { ContentReader } from '../contents/content-reader.ts'
import { type PictureContent, readParts } from '../thumbnails/picture-content.ts'
import { decodeText, type TextEncoding } from './decode-text.ts'
import { DocumentThread } from './documents/document-thread.ts'
import { MAX_PDF_BYTES, pdfText } from './documents/pdf-text.ts'
import type { TextPrograms } from './documents/text-programs.ts'
import { type TextTerm, termsOfText } from './text-terms.ts'

/** Of a longer text, its beginning is read. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** Behind the last word that leads to a text, so much of it is kept for its snippet. */
const KEPT_AFTER = 400

export interface ReadText {
  /** Undefined where it is no text. */
  encoding: TextEncoding | undefined
  terms: TextTerm[]
  /** What was taken out of a document. */
  kept?: string | undefined
}

interface TextContent {
  driveId: string
  blobId: string
  sizeBytes: number
  reader: TextReaderKind
}

/** Undefined when the content is gone. */
type ReadTextOf = (content: TextContent) => Promise<ReadText | undefined>

const NO_TEXT: ReadText = { encoding: undefined, terms: [] }

export function createReadText({
  contents,
  programs,
}: {
  contents: ContentReader
  programs: TextPrograms
}): ReadTextOf {
  const thread = new DocumentThread()
  /** The words of a long document are written in several steps. */
  let last: { blobId: string; reader: TextReaderKind; text: ReadText } | undefined

  const readers: Record<TextReaderKind, (content: TextContent) => Promise<ReadText>> = {
    async text({ driveId, blobId, sizeBytes }) {
      const end = Math.min(sizeBytes, MAX_TEXT_BYTES) - 1
      const decoded = decodeText(
        await buffer(await contents.read(driveId, blobId, { start: 0, end })),
      )
      if (!decoded) return NO_TEXT
      return { encoding: decoded.encoding, terms: await termsOfText(decoded) }
    },

    async office(content) {
      const { sizeBytes } = content
      return kept(await thread.textOf({ read: readParts(toPicture(content)), sizeBytes }))
    },

    async pdf(content) {
      if (programs.pdf === undefined || content.sizeBytes > MAX_PDF_BYTES) return NO_TEXT
      return kept(await pdfText(programs.pdf, toPicture(content)))
    },
  }

  return async (content) => {
    const { blobId, reader, sizeBytes } = content
    if (sizeBytes === 0) return NO_TEXT
    if (last?.blobId === blobId && last.reader === reader) return last.text
    try {
      const text = await readers[reader](content)
      last = { blobId, reader, text }
      return text
    } catch (error) {
      if (isServiceError(error, 'not_found')) return undefined
      // It cannot be read, by nobody and never.
      if (isServiceError(error, 'invalid_argument')) return NO_TEXT
      throw error
    }
  }

  function toPicture({ driveId, blobId, sizeBytes }: TextContent): PictureContent {
    return { sizeBytes, read: (range) => contents.read(driveId, blobId, range) }
  }
}

async function kept(text: string | undefined): Promise<ReadText> {
  if (text === undefined) return NO_TEXT
  const terms = await termsOfText({ text, encoding: 'kept' })
  const end = terms.reduce((furthest, { at }) => Math.max(furthest, at), 0) + KEPT_AFTER
  return { encoding: 'kept', terms, kept: text.slice(0, end).toWellFormed() }
}
