import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSub } from '../../session/ClientProvider.tsx'
import type { SearchItem } from '../../ui/SearchList.tsx'
import { useAdmin } from './use-admin.ts'

/** The first people who fit some words, to be picked from a list. */
export function useFoundPeople(words: string) {
  const admin = useAdmin()
  const mySub = useSub()
  const query = useQuery({
    queryKey: ['admin', mySub, 'pick', words],
    queryFn: () => admin.users.search({ limit: 20, ...(words && { query: words }) }),
    placeholderData: keepPreviousData,
  })
  const people: SearchItem[] = (query.data?.users ?? []).map(
    ({ sub, name, email, phone_number }) => ({
      value: sub,
      label: name,
      ...((email ?? phone_number) !== undefined && { detail: email ?? phone_number ?? '' }),
    }),
  )
  return { people, data: query.data, isError: query.isError }
}
