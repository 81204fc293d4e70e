import type { DriveClient } from '@awan/client/drive'
import { infiniteQueryOptions } from '@tanstack/react-query'

const PAGE_SIZE = 100

/** The folders in a folder, as far as someone has asked for more of them. */
export function subfoldersQuery(drive: DriveClient, folderId: string) {
  return infiniteQueryOptions({
    queryKey: ['drive', 'tree', folderId],
    queryFn: ({ pageParam, signal }) =>
      drive.files.list(
        { parent_id: folderId, kind: 'folder', page_size: PAGE_SIZE, page_token: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next_page_token?: string | undefined }) => page.next_page_token,
    // Live changes say when it has to be asked for again.
    staleTime: 60_000,
  })
}
