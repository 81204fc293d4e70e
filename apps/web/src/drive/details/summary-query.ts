import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

/** How much lies below a folder; a large one takes a while to count, so it is believed for a minute. */
export function summaryQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'summary', id],
    queryFn: ({ signal }) => drive.lists.summary(id, { signal }),
    staleTime: 60_000,
  })
}
