import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

/** More than anybody keeps apart; who has more finds the rest by searching. */
const PAGE_SIZE = 200

export function tagsQuery(drive: DriveClient) {
  return queryOptions({
    queryKey: ['drive', 'tags'],
    queryFn: ({ signal }) => drive.lists.tags({ page_size: PAGE_SIZE }, { signal }),
  })
}
