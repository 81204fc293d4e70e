import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useAdmin } from '../use-admin.ts'
import { useTypedWords } from '../use-typed-words.ts'

const PAGE_SIZE = 30

/** All groups whose name contains what was typed. */
export function useGroups() {
  const { groups: calls } = useAdmin()
  const sub = useSub()
  const { typed, setTyped, words } = useTypedWords()
  const groups = useInfiniteQuery({
    queryKey: ['admin', sub, 'groups', words],
    queryFn: ({ pageParam }) =>
      calls.list({
        limit: PAGE_SIZE,
        ...(words && { query: words }),
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  })
  return { groups, found: groups.data?.pages.flatMap((page) => page.groups), typed, setTyped }
}
