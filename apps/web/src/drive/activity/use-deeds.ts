import type { DriveClient } from '@awan/client/drive'
import type { DeedKind } from '@awan/protocol/drive'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDrive } from '../DriveProvider.tsx'

const PAGE_SIZE = 50

export interface DeedQuery {
  /** Of the whole drive, unless told. */
  fileId?: string | undefined
  kind?: DeedKind | undefined
}

/** What was done, as far as somebody has read. */
export function useDeeds(wanted: DeedQuery) {
  const query = useInfiniteQuery(deedsQuery(useDrive(), wanted))
  const deeds = query.data?.pages.flatMap(({ data }) => data)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // With a kind a page may be empty while there is more: whoever looks at nothing sees the next one.
  const isBarren = deeds !== undefined && deeds.length === 0 && hasNextPage
  useEffect(() => {
    if (isBarren && !isFetching && !isError) void fetchNextPage()
  }, [isBarren, isFetching, isError, fetchNextPage])
  return { ...query, deeds: isBarren ? undefined : deeds }
}

function deedsQuery(drive: DriveClient, { fileId, kind }: DeedQuery) {
  return infiniteQueryOptions({
    // Of the whole drive any change tells something new, of a file only its own do.
    queryKey: fileId === undefined ? ['drive', 'activity', kind] : ['drive', 'deeds', fileId, kind],
    queryFn: ({ pageParam, signal }) =>
      drive.activity.list(
        { node_id: fileId, kind, page_size: PAGE_SIZE, page_token: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
}
