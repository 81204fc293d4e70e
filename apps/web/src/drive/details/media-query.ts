import type { DriveClient } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import { queryOptions } from '@tanstack/react-query'

const ASK_AGAIN_MS = 1_500
/** The server is busy with others then. */
const MOST_ASKED = 40

/** What the camera says. The first who asks may have to wait until the server has read it. */
export function mediaQuery(drive: DriveClient, { id, hash, modified_time }: File) {
  return queryOptions({
    // Another content says something else; who changes its date changes where photos have it.
    queryKey: ['drive-content', id, hash, modified_time, 'media'],
    queryFn: ({ signal }) => drive.files.media(id, { signal }),
    staleTime: ({ state }) => (state.data?.is_pending === false ? Infinity : 0),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.is_pending && dataUpdateCount < MOST_ASKED ? ASK_AGAIN_MS : false,
  })
}
