import type { ListFilter } from '../nodes/list-filter.ts'

/** The drive outside of its trash, or the trash, with a filter. */
export interface WholePlace {
  place: 'drive' | 'trash'
  filter: ListFilter
  /** What was thrown away later is not meant. */
  until?: number | undefined
}
