import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

const ASK_AGAIN_MS = 15_000

/**
 * What programs have open. A lock that is taken or released is told like a change; one that ends by itself, at its time or with
 * its program's access, is not.
 */
export function locksQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'locks', id],
    queryFn: ({ signal }) => drive.locks.list(id, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.locks.length ? ASK_AGAIN_MS : false),
  })
}
