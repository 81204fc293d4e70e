import { useInfiniteQuery } from '@tanstack/react-query'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useAdmin } from '../use-admin.ts'

const PAGE_SIZE = 30

/** All team drives, the oldest first. */
export function useTeamDrives() {
  const { drives: calls } = useAdmin()
  const sub = useSub()
  const drives = useInfiniteQuery({
    queryKey: ['admin', sub, 'team drives'],
    queryFn: ({ pageParam }) =>
      calls.list({ limit: PAGE_SIZE, ...(pageParam && { page_token: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
  return { drives, found: drives.data?.pages.flatMap((page) => page.drives) }
}
