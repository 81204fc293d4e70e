import type { DriveClient } from '@awan/client/drive'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'

export const PAGE_SIZE = 200

export type FilePage = Awaited<ReturnType<DriveClient['files']['list']>>

export function aboutQuery(drive: DriveClient) {
  return queryOptions({ queryKey: ['drive', 'about'], queryFn: () => drive.about() })
}

export function folderQuery(drive: DriveClient, id: string) {
  return queryOptions({
    queryKey: ['drive', 'folder', id],
    queryFn: () => drive.files.get(id),
  })
}

/** The pages of a folder, as far as someone has scrolled. */
export function filesQuery(drive: DriveClient, folderId: string) {
  return infiniteQueryOptions({
    queryKey: ['drive', 'files', folderId],
    queryFn: ({ pageParam, signal }) =>
      drive.files.list(
        { parent_id: folderId, page_size: PAGE_SIZE, page_token: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FilePage) => page.next_page_token,
  })
}

export function filesIn(data: InfiniteData<FilePage> | undefined): FilePage['files'] {
  return data?.pages.flatMap((page) => page.files) ?? []
}

/** Something in this folder changed: its list and the space used are asked for again. */
export async function refreshFolder(queries: QueryClient, folderId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['drive', 'files', folderId] }),
    queries.invalidateQueries({ queryKey: ['drive', 'about'] }),
  ])
}
