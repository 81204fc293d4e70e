import type { DriveClient } from '@awan/client/drive'
import type { ActionKind } from '@awan/protocol/drive'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDrive } from '../DriveProvider.tsx'
import { joinGroups } from './join-groups.ts'

const PAGE_SIZE = 50

export interface ActivityQuery {
  /** The whole drive if undefined. */
  fileId?: string | undefined
  kind?: ActionKind | undefined
}

/** The actions loaded so far. */
export function useActivity(wanted: ActivityQuery) {
  const query = useInfiniteQuery(activityQuery(useDrive(), wanted))
  const actions = query.data && joinGroups(query.data.pages.flatMap(({ data }) => data))
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  // With a kind, a page may be empty while there is more: an empty list loads the next page.
  const isBarren = actions !== undefined && actions.length === 0 && hasNextPage
  useEffect(() => {
    if (isBarren && !isFetching && !isError) void fetchNextPage()
  }, [isBarren, isFetching, isError, fetchNextPage])
  return { ...query, actions: isBarren ? undefined : actions }
}

function activityQuery(drive: DriveClient, { fileId, kind }: ActivityQuery) {
  return infiniteQueryOptions({
    // Any change affects the activity of the whole drive; only its own changes affect that of a file.
    queryKey:
      fileId === undefined ? ['drive', 'activity', kind] : ['drive', 'activity of', fileId, kind],
    queryFn: ({ pageParam, signal }) =>
      drive.activity.list(
        {
          node_id: fileId,
          kind,
          grouped: fileId === undefined,
          page_size: PAGE_SIZE,
          page_token: pageParam,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
}
