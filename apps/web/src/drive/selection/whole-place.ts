import type { File, InsidePlace } from '@awan/protocol/drive'

/** All that a place shows, but some: far too much to be read file by file before something is done. */
export interface WholePlace {
  /** Where, and what of it passes. */
  inside: InsidePlace
  exceptIds: readonly string[]
  count: number
  /** Goes through all that it shows, file by file and in its order; absent where it is not shown as a list. */
  walk?(signal: AbortSignal): AsyncIterable<{ files: readonly File[] }>
  /** Nothing of it is chosen any more: it is on its way. */
  letGo(): void
}

/** What something is done with. */
export type Chosen = readonly File[] | WholePlace

export function isWhole(chosen: Chosen): chosen is WholePlace {
  return 'inside' in chosen
}

export function countOf(chosen: Chosen): number {
  return isWhole(chosen) ? chosen.count : chosen.length
}

/** A folder as it lies there: without a filter, and with nothing taken out. */
export function isUndivided({ exceptIds, inside }: WholePlace): boolean {
  const { folder_id, ...filter } = inside
  const isPlain = Object.values(filter).every((value) => value === undefined)
  return folder_id !== undefined && isPlain && exceptIds.length === 0
}
