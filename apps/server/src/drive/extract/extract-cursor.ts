import type { ReadSoFar } from '../../kernel/zip/read-content.ts'
import type { ZipDirectory } from '../../kernel/zip/read-directory.ts'
import type { Group, Position } from './read-group.ts'
import type { Survey } from './survey-archive.ts'

/** Where an extraction is. It knows one entry at a time: the archive has the others. */
export interface ExtractCursor {
  /** The new folder. */
  folderId: string
  directory: ZipDirectory
  /** The folder of the archive in whose place the new one is. */
  top?: string
  next: Position
  /** The next one is large, and came so far. */
  open?: ReadSoFar
  /** Of the entries before. */
  pastBytes: number
  /** What a task tells of its progress. */
  bytes: { done: number; total: number }
}

export function firstCursor(
  { directory, sizeBytes, top }: Survey,
  folder: { id: string; name: string },
): ExtractCursor {
  return {
    folderId: folder.id,
    directory,
    ...(top === folder.name && { top }),
    next: { at: directory.start, index: 0 },
    pastBytes: 0,
    bytes: { done: 0, total: sizeBytes },
  }
}

/** Past some entries. */
export function passed(
  { open: _, ...cursor }: ExtractCursor,
  { next, sizeBytes, follows }: { next: Position; sizeBytes: number; follows?: Group['follows'] },
): ExtractCursor {
  const pastBytes = cursor.pastBytes + sizeBytes
  return {
    ...cursor,
    next,
    pastBytes,
    bytes: { ...cursor.bytes, done: pastBytes },
    ...(follows === 'large' && { open: { bytes: 0, crc: 0 } }),
  }
}

/** Within a large one. */
export function coming(cursor: ExtractCursor, open: ReadSoFar): ExtractCursor {
  return { ...cursor, open, bytes: { ...cursor.bytes, done: cursor.pastBytes + open.bytes } }
}
