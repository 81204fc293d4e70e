import type { ListDirection, ListOrder, TypeGroup } from '@awan/protocol/drive'

/** What of a place passes, in the words of a listing's query. */
export interface ListFilter {
  kind?: 'folder' | 'file' | undefined
  type_group?: TypeGroup | undefined
  /** RFC 3339. */
  modified_after?: string | undefined
  modified_before?: string | undefined
  /** Bytes. */
  size_min?: number | undefined
  size_max?: number | undefined
  starred?: boolean | undefined
  tag?: string | undefined
}

/** How a place is looked at. The order is that of folders; other places have their own. */
export interface ListView {
  order: ListOrder
  direction: ListDirection
  filter: ListFilter
}

export const plainView: ListView = { order: 'name', direction: 'asc', filter: {} }

export function isFiltered({ filter }: ListView): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}
