import type { DriveClient } from '@awan/client/drive'
import type { DeedKind } from '@awan/protocol/drive'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDrive } from '../DriveProvider.tsx'

const PAGE_SIZE = 50

export interface DeedQuery {
  /** The whole drive if undefined. */
  fileId?: string | undefined
  kind?: DeedKind | undefined
}

/** The actions loaded so far. */
export function useDeeds(wanted: DeedQuery) {
  const query = useInfiniteQuery(deedsQuery(useDrive(), wanted))
  const deeds = query.data?.pages.flatMap(({ data }) => data)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // With a kind, a page may be empty while there is more: an empty list loads the next page.
  const isBarren = deeds !== undefined && deeds.length === 0 && hasNextPage
  useEffect(() => {
    if (isBarren && !isFetching && !isError) void fetchNextPage()
  }, [isBarren, isFetching, isError, fetchNextPage])
  return { ...query, deeds: isBarren ? undefined : deeds }
}

function deedsQuery(drive: DriveClient, { fileId, kind }: DeedQuery) {
  return infiniteQueryOptions({
    // Any change affects the activity of the whole drive; only its own changes affect that of a file.
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
