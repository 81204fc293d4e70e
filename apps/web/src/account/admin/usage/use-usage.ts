import type { UsageQuery } from '@awan/client/admin'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useAdmin } from '../use-admin.ts'
import { useTypedWords } from '../use-typed-words.ts'

const PAGE_SIZE = 30

export type UsageOrder = NonNullable<UsageQuery['order_by']>

/** What everybody stores, in an order, of those who fit what was typed. */
export function useUsage() {
  const admin = useAdmin()
  const sub = useSub()
  const [order, setOrder] = useState<UsageOrder>('used')
  const { typed, setTyped, words } = useTypedWords()

  const usage = useInfiniteQuery({
    queryKey: ['admin', sub, 'usage', order, words],
    queryFn: ({ pageParam }) =>
      admin.usage.list({
        limit: PAGE_SIZE,
        order_by: order,
        ...(words && { query: words }),
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  })
  const { data } = usage
  return {
    usage,
    found: data?.pages.flatMap((page) => page.usage),
    total: data?.pages[0]?.total,
    order,
    setOrder,
    typed,
    setTyped,
  }
}
