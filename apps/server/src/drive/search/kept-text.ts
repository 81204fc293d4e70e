import type { Reader } from '../../db/database.ts'
import type { TextPieceRow } from '../../db/tables.ts'
import { listTextPieces } from './texts.store.ts'

/** A snippet reads one or two of them. */
const PIECE_LENGTH = 8 * 1024

/** A text that was taken out of a document, in rows. No piece ends within a character. */
export function toTextPieces(key: Pick<TextPieceRow, 'drive_id' | 'blob_id'>, text: string) {
  const pieces: TextPieceRow[] = []
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + PIECE_LENGTH)
    const whole = piece.isWellFormed() ? piece : piece.slice(0, -1)
    pieces.push({ ...key, at, text: whole })
    at += whole.length
  }
  return pieces
}

/** The text between two places; pieces that are gone are left out. */
export async function readKeptText(
  reader: Reader,
  text: { driveId: string; blobId: string },
  { start, end }: { start: number; end: number },
): Promise<string> {
  const pieces = await listTextPieces(reader, text, { start, end, maxLength: PIECE_LENGTH })
  return pieces
    .map((piece) => piece.text.slice(Math.max(0, start - piece.at), Math.max(0, end - piece.at)))
    .join('')
}
