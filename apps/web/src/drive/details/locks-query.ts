import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

const ASK_AGAIN_MS = 15_000

/** What programs have open. They say so and release it without a change of the file, so that nobody is told. */
export function locksQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'locks', id],
    queryFn: ({ signal }) => drive.locks.list(id, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.locks.length ? ASK_AGAIN_MS : false),
  })
}
