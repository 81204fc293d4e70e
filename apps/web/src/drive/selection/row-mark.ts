import type { ListWindow } from '../listing/list-window.ts'

/** A row of a list, and the file that is there: when rows get other numbers, it goes with the file. */
export interface RowMark {
  row: number
  /** Unknown where the row was not there yet. */
  id: string | undefined
}

export function markRow(list: Pick<ListWindow, 'rowAt'>, row: number): RowMark {
  return { row, id: list.rowAt(row)?.id }
}

/** Where its file is now; without it, as near as there are rows. */
export function findAgain(
  list: Pick<ListWindow, 'rowAt' | 'indexOf' | 'state'>,
  { row, id }: RowMark,
): RowMark {
  const found = id === undefined ? -1 : list.indexOf(id)
  if (found !== -1) return { row: found, id }
  return markRow(list, Math.max(0, Math.min(row, list.state().rowCount - 1)))
}
