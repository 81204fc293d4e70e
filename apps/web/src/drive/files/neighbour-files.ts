import type { File } from '@awan/protocol/drive'
import type { ListWindow } from '../listing/list-window.ts'
import type { RowRange } from '../listing/row-range.ts'
import type { Neighbours } from '../preview/neighbours.ts'
import { previewKind } from '../preview/preview-kind.ts'

/** So many rows on both sides are there before anybody goes on. */
const AHEAD = 40

/** The files before and behind a row. Folders are passed over; beyond the ends there is nothing. */
export function neighboursOf(list: ListWindow, row: number): Neighbours {
  return {
    previous: fileFrom(list, row, -1).file,
    next: fileFrom(list, row, 1).file,
    nextPicture: fileFrom(list, row, 1, isPicture).file,
    ...countFiles(list, row),
  }
}

/** The rows that must be there for the neighbours of a row to be known, and a few more. */
export function rowsAround(list: ListWindow, row: number): RowRange {
  return {
    first: fileFrom(list, row, -1).row - AHEAD,
    last: fileFrom(list, row, 1).row + AHEAD,
  }
}

/** The nearest file in one direction, or the row beyond which nobody has looked yet. */
function fileFrom(
  list: ListWindow,
  from: number,
  step: 1 | -1,
  accepts: (file: File) => boolean = isFile,
): { row: number; file: File | undefined } {
  let row = from + step
  let file = list.rowAt(row)
  while (file !== undefined && !accepts(file)) {
    row += step
    file = list.rowAt(row)
  }
  return { row, file }
}

const isFile = ({ kind }: File) => kind === 'file'
const isPicture = (file: File) => isFile(file) && previewKind(file) === 'image'

/** Which of how many files it is; nothing where that is not known. */
function countFiles(list: ListWindow, row: number): Pick<Neighbours, 'position' | 'count'> {
  const { rowCount, isOpen } = list.state()
  if (isOpen) return {}
  const folders = list.folderCount()
  if (folders !== undefined) return { position: row + 1 - folders, count: rowCount - folders }
  // Folders may stand anywhere: only whoever has all rows can tell.
  if (!list.isWhole()) return {}
  const filesUntil = (last: number) =>
    list.rowsBetween(0, last).filter(({ kind }) => kind === 'file').length
  return { position: filesUntil(row), count: filesUntil(rowCount - 1) }
}
