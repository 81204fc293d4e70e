import type { DriveClient } from '@awan/client/drive'
import { queryOptions } from '@tanstack/react-query'

/** One file as it is now, with the folders above it. */
export function fileQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'file', id],
    queryFn: () => drive.files.get(id),
  })
}

export type PreviewedFile = Awaited<ReturnType<DriveClient['files']['get']>>

/** A link is good for ten minutes; one that is older than this is asked for anew. */
const LINK_FRESH_MS = 5 * 60_000

/** Where the browser itself finds the bytes: a new content is a new link. */
export function linkQuery(
  drive: DriveClient,
  { id, hash }: { id: string; hash?: string | undefined },
) {
  return queryOptions({
    queryKey: ['drive-content', id, hash, 'link'],
    queryFn: () => drive.files.link(id),
    staleTime: LINK_FRESH_MS,
    gcTime: LINK_FRESH_MS,
    // What is on the screen keeps the link that it began with.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
