import type { ListDirection, SearchOrder } from '@awan/protocol/drive'
import type { ListFilter } from '../nodes/list-filter.ts'

/** What somebody looks for. */
export interface SearchQuestion {
  /** As it was typed. */
  text: string
  /** Names and texts unless told. */
  in?: 'name' | 'text' | 'all' | undefined
  /** Only what lies below this folder. */
  parentId?: string | undefined
  filter: ListFilter
  /** The best match first unless told. */
  orderBy?: SearchOrder | undefined
  direction?: ListDirection | undefined
}
