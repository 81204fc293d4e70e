import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@awan/protocol/errors'
import type { ContentReader } from '../contents/content-reader.ts'
import { decodeText, type TextEncoding } from './decode-text.ts'
import { type TextTerm, termsOfText } from './text-terms.ts'

/** Of a longer text, its beginning is read. */
export const MAX_TEXT_BYTES = 1024 * 1024

export interface ReadText {
  /** Undefined where it is no text. */
  encoding: TextEncoding | undefined
  terms: TextTerm[]
}

/** Undefined when the content is gone. */
export async function readText(
  contents: ContentReader,
  { driveId, blobId, sizeBytes }: { driveId: string; blobId: string; sizeBytes: number },
): Promise<ReadText | undefined> {
  if (sizeBytes === 0) return { encoding: undefined, terms: [] }
  try {
    const end = Math.min(sizeBytes, MAX_TEXT_BYTES) - 1
    const decoded = decodeText(
      await buffer(await contents.read(driveId, blobId, { start: 0, end })),
    )
    if (!decoded) return { encoding: undefined, terms: [] }
    return { encoding: decoded.encoding, terms: await termsOfText(decoded) }
  } catch (error) {
    if (error instanceof ServiceError && error.error === 'not_found') return undefined
    throw error
  }
}
