import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSub } from '../../../session/ClientProvider.tsx'
import { useAdmin } from '../use-admin.ts'
import type { PeopleSearch } from './people-search.ts'

const TYPING_MS = 250
const PAGE_SIZE = 30

/** People who fit what was typed and chosen. The address holds it, so that going back finds it again. */
export function usePeople() {
  const admin = useAdmin()
  const sub = useSub()
  const navigate = useNavigate()
  const search = useSearch({ from: '/queries/shell/admin/people' })
  const { q = '', status, administrators, pages = 1 } = search
  const [typed, setTyped] = useState(q)
  const [known, setKnown] = useState(q)
  // The address changed under us, by the list of rooms or by going back.
  if (q !== known) {
    setKnown(q)
    setTyped(q)
  }

  function change(next: PeopleSearch) {
    void navigate({ to: '/admin/people', search: next, replace: true })
  }

  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => {
      const { q: _, pages: __, ...rest } = search
      setKnown(typed.trim())
      change({ ...rest, ...(typed.trim() && { q: typed.trim() }) })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  })

  const people = useInfiniteQuery({
    queryKey: ['admin', sub, 'people', q, status, administrators],
    queryFn: ({ pageParam }) =>
      admin.users.search({
        limit: PAGE_SIZE,
        ...(q && { query: q }),
        ...(status && { status }),
        ...(administrators && { administrators: 'true' as const }),
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  })

  // As many pages as the address says: after a reload, one by one.
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = people
  const isBehind = (data?.pages.length ?? pages) < pages && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isBehind) void fetchNextPage()
  }, [isBehind, fetchNextPage])

  return {
    people,
    found: data?.pages.flatMap(({ users }) => users),
    typed,
    setTyped,
    filter: administrators ? ('ADMINISTRATORS' as const) : (status ?? ('ALL' as const)),
    choose(filter: string) {
      change({
        ...(q && { q }),
        ...(filter === 'ADMINISTRATORS'
          ? { administrators: true as const }
          : filter !== 'ALL' && { status: filter as NonNullable<PeopleSearch['status']> }),
      })
    },
    showAll() {
      setTyped('')
      setKnown('')
      change({})
    },
    async more() {
      const result = await fetchNextPage()
      if (result.isSuccess) change({ ...search, pages: result.data.pages.length })
      return result
    },
  }
}
