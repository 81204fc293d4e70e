import type { AwanClient } from '@awan/client'
import { createSavedSearches } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

export const SAVED_SEARCHES = ['drive', 'saved-searches']

export function savedSearchesQuery(client: AwanClient) {
  return queryOptions({
    queryKey: SAVED_SEARCHES,
    queryFn: ({ signal }) => createSavedSearches(client).list({ signal }),
  })
}
