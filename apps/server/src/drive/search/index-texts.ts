import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Database } from '../../db/database.ts'
import type { TextReaderKind } from '../../db/tables.ts'
import { createContentReader } from '../contents/content-reader.ts'
import type { TaskKind } from '../tasks/task-kind.ts'
import type { TextPrograms } from './documents/text-programs.ts'
import { toTextPieces } from './kept-text.ts'
import { createReadText, type ReadText } from './read-text.ts'
import {
  countWaiting,
  insertText,
  insertTextPieces,
  insertTextTerms,
  leaveQueue,
  listKnownBlobs,
  listWaiting,
  type Waiting,
} from './texts.store.ts'

/** So many terms are written in one step; a long text takes several. */
const TERMS_PER_STEP = 500
const TEXTS_PER_STEP = 50

export interface IndexCursor {
  /** The text that was not finished, and how many of its terms are written. */
  versionId?: string
  written?: number
  /** What waits is not read any more. */
  isStopped?: true
}

interface Gathered {
  texts: { waiting: Waiting; text: ReadText | undefined }[]
  /** Whether nothing waits behind these. */
  areAll: boolean
}

/**
 * Reads texts that wait and writes their words. Contents are read before the transaction of a step,
 * which then only writes what was found. One that waits stays in the queue until its last word is
 * written, so that whoever comes next goes on with it.
 */
export function indexTexts(parts: {
  db: Database
  blobs: BlobStore
  textPrograms: TextPrograms
}): TaskKind<object, IndexCursor, Gathered> {
  const { db, textPrograms } = parts
  const readers = readersHere(textPrograms)
  const readText = createReadText({ contents: createContentReader(parts), programs: textPrograms })
  return {
    pool: 'spare time',
    right: 'own',

    count: async (reader, drive, { done }) =>
      done + (await countWaiting(reader, drive.id, readers)),

    async gather(driveId, { cursor }) {
      const waiting = await db.read((reader) =>
        listWaiting(reader, driveId, readers, TEXTS_PER_STEP),
      )
      const texts: Gathered['texts'] = []
      let terms = 0
      for (const one of waiting) {
        if (terms >= TERMS_PER_STEP || cursor?.isStopped) break
        const isBegun = one.versionId === cursor?.versionId
        const text =
          one.blobId === null || (one.isKnown && !isBegun)
            ? undefined
            : await readText({
                driveId,
                blobId: one.blobId,
                sizeBytes: one.size,
                reader: one.reader,
              })
        texts.push({ waiting: one, text })
        terms += text?.terms.length ?? 0
        // One that is unpacked, or that a program reads, is a step of its own.
        if (text && one.reader !== 'text') break
      }
      return { texts, areAll: texts.length === waiting.length && waiting.length < TEXTS_PER_STEP }
    },

    async step({ drive, writer }, { cursor = {} }, gathered = { texts: [], areAll: false }) {
      if (cursor.isStopped) return dropWaiting()
      const { texts, areAll } = gathered
      const blobIds = texts.flatMap(({ waiting }) => waiting.blobId ?? [])
      const known = await listKnownBlobs(writer, drive.id, blobIds)
      const done: string[] = []
      let room = TERMS_PER_STEP
      for (const { waiting, text } of texts) {
        const { versionId, blobId } = waiting
        if (text && blobId !== null && known.has(blobId)) {
          const written = versionId === cursor.versionId ? (cursor.written ?? 0) : 0
          const part = text.terms.slice(written, written + room)
          if (written === 0) {
            await insertText(writer, toRow(drive.id, blobId, waiting.reader, text))
            const key = { drive_id: drive.id, blob_id: blobId }
            await insertTextPieces(writer, toTextPieces(key, text.kept ?? ''))
          }
          await insertTextTerms(
            writer,
            part.map(({ term, at }) => ({ drive_id: drive.id, term, blob_id: blobId, at })),
          )
          room -= part.length
          if (written + part.length < text.terms.length) {
            await leaveQueue(writer, drive.id, done)
            return {
              cursor: { versionId, written: written + part.length },
              done: done.length,
            }
          }
        }
        done.push(versionId)
      }
      await leaveQueue(writer, drive.id, done)
      return { cursor: {}, done: done.length, ...(areAll && { end: 'complete' }) }

      async function dropWaiting() {
        const waiting = await listWaiting(writer, drive.id, readers, TERMS_PER_STEP)
        const ids = waiting.map(({ versionId }) => versionId)
        await leaveQueue(writer, drive.id, ids)
        const isOver = ids.length < TERMS_PER_STEP
        return { cursor, done: 0, ...(isOver && { end: 'cancelled' as const }) }
      }
    },

    stop: (cursor) => ({ ...cursor, isStopped: true }),
  }
}

/** What waits for a program that is not installed goes on waiting. */
export function readersHere({ pdf }: TextPrograms): TextReaderKind[] {
  return pdf === undefined ? ['text', 'office'] : ['text', 'office', 'pdf']
}

function toRow(
  drive_id: string,
  blob_id: string,
  reader: TextReaderKind,
  { encoding, terms }: ReadText,
) {
  return {
    drive_id,
    blob_id,
    encoding: encoding ?? null,
    reader,
    terms: terms.map(({ term }) => ` ${term}`).join(''),
    gone_at: null,
  }
}
