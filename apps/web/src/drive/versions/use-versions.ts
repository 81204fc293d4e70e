import { useInfiniteQuery } from '@tanstack/react-query'
import { useDrive } from '../DriveProvider.tsx'

const PAGE_SIZE = 50

/** The contents that a file has had, as far as somebody has read. */
export function useVersions(fileId: string) {
  const drive = useDrive()
  const query = useInfiniteQuery({
    queryKey: ['drive', 'versions', fileId],
    queryFn: ({ pageParam, signal }) =>
      drive.versions.list(fileId, { page_size: PAGE_SIZE, page_token: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
  return { ...query, versions: query.data?.pages.flatMap(({ versions }) => versions) }
}
