import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ListView, plainView } from '../listing/list-view.ts'
import type { Place } from '../listing/place.ts'
import { type BrowseFilter, readBrowseFilter, toListFilter } from './browse-filter.ts'
import { useBrowseLooks } from './browse-looks.ts'

/** How a place is looked at: the filter is the address's, the order and the layout are the person's. */
export function useBrowseView(place: Place) {
  const [looks, changeLooks] = useBrowseLooks()
  const navigate = useNavigate()
  const canFilter = place.kind !== 'trash' && place.kind !== 'file'
  // Only folders have an order to choose; other places have their own.
  const canSort = place.kind === 'folder'
  const search: Record<string, unknown> = useSearch({ strict: false })
  const filter = canFilter ? readBrowseFilter(search) : {}
  const { order, direction } = canSort ? looks : plainView
  const view: ListView = { order, direction, filter: toListFilter(filter, new Date()) }

  function changeFilter(change: { [Key in keyof BrowseFilter]: BrowseFilter[Key] | undefined }) {
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...change }),
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  }

  return {
    view,
    layout: looks.layout,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    canFilter,
    canSort,
    changeLooks,
    changeFilter,
    clearFilter: () =>
      changeFilter({ kind: undefined, modified: undefined, size: undefined, starred: undefined }),
  }
}

export type BrowseView = ReturnType<typeof useBrowseView>
