import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { SHARED } from '../live/invalidate-changed.ts'

interface Page {
  next_page_token?: string | undefined
}

/** A list of what is shared, read page by page; the name of the list tells it from the others. */
export function usePages<Answer extends Page, Item>(
  name: string,
  read: (query: { page_token: string | undefined }) => Promise<Answer>,
  toItems: (answer: Answer) => readonly Item[],
) {
  const query = useInfiniteQuery<
    Answer,
    Error,
    InfiniteData<Answer>,
    readonly [string, string],
    string | undefined
  >({
    queryKey: [SHARED, name],
    async queryFn({ pageParam }) {
      let answer = await read({ page_token: pageParam })
      // A page may be empty while there are more.
      while (toItems(answer).length === 0 && answer.next_page_token !== undefined) {
        answer = await read({ page_token: answer.next_page_token })
      }
      return answer
    },
    initialPageParam: undefined,
    // Nothing tells of changes while the list is not in view.
    staleTime: 0,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
  return { ...query, items: query.data?.pages.flatMap(toItems) }
}

type AllPages<Item> = ReturnType<typeof usePages<Page, Item>>

/** A list that has only one page need not say whether there are more. */
export type Pages<Item> = Pick<AllPages<Item>, 'items' | 'error' | 'isError'> & {
  refetch(): unknown
} & Partial<
    Pick<
      AllPages<Item>,
      'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
    >
  >
