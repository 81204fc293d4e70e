import type { TypeGroup } from '@awan/protocol/drive'
import type { NodeRow } from '../../db/tables.ts'

export interface ListFilter {
  kind?: NodeRow['kind'] | undefined
  /** False leaves out what systems and programs leave for themselves. */
  systemFiles?: boolean | undefined
  typeGroup?: TypeGroup | undefined
  modifiedAfter?: number | undefined
  modifiedBefore?: number | undefined
  sizeMin?: number | undefined
  sizeMax?: number | undefined
  starred?: boolean | undefined
  tag?: string | undefined
  /** All of it, as it is kept. */
  name?: string | undefined
  /** Only what this one added: for a caller who sees nothing else. */
  createdBy?: string | undefined
  /** And what was shared with them by itself. */
  orIds?: readonly string[] | undefined
}

/** Whole sections that are left out leave the rest as it is. */
export function isFiltered({ kind: _, systemFiles: __, ...rest }: ListFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined)
}
