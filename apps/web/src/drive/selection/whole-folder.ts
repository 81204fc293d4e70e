import type { File } from '@awan/protocol/drive'
import type { ListFilter } from '../listing/list-view.ts'

/** All that a folder shows, but some: far too much to be read file by file before something is done. */
export interface WholeFolder {
  folderId: string
  filter: ListFilter
  exceptIds: readonly string[]
  count: number
  /** Whether there are more than that, and only reading all of it would tell how many. */
  isMore: boolean
  /** Nothing of it is chosen any more: it is on its way. */
  letGo(): void
}

/** What something is done with. */
export type Chosen = readonly File[] | WholeFolder

export function isWholeFolder(chosen: Chosen): chosen is WholeFolder {
  return 'folderId' in chosen
}

export function countOf(chosen: Chosen): number {
  return isWholeFolder(chosen) ? chosen.count : chosen.length
}
