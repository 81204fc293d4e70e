import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useAdmin } from '../use-admin.ts'
import { useTypedWords } from '../use-typed-words.ts'

const PAGE_SIZE = 30

/** Which links to look for. */
export type Lacking = 'nothing' | 'password' | 'end'

/** All links of the server that fit what was typed, and lack what was chosen. */
export function useServerLinks() {
  const { links: calls } = useAdmin()
  const sub = useSub()
  const [lacking, setLacking] = useState<Lacking>('nothing')
  const { typed, setTyped, words } = useTypedWords()

  const links = useInfiniteQuery({
    queryKey: ['admin', sub, 'links', lacking, words],
    queryFn: ({ pageParam }) =>
      calls.list({
        limit: PAGE_SIZE,
        ...(lacking === 'password' && { without_password: 'true' as const }),
        ...(lacking === 'end' && { without_end: 'true' as const }),
        ...(words && { query: words }),
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  })
  const found = links.data?.pages.flatMap((page) => page.links)
  return { links, found, lacking, setLacking, typed, setTyped }
}
