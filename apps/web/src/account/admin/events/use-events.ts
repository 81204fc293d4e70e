import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { useClient, useSub } from '../../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useAdmin } from '../use-admin.ts'
import type { EventSearch } from './event-search.ts'
import { toEventsQuery } from './events-query.ts'
import { saveEvents } from './save-events.ts'

const PAGE_SIZE = 50

/** The audit log as far as it fits the filter, which stands in the address. */
export function useEvents() {
  const t = useTexts()
  const client = useClient()
  const admin = useAdmin()
  const mySub = useSub()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const handleError = useErrorHandler()
  const filter = useSearch({ from: '/queries/shell/admin/events' })
  const [savedCount, setSavedCount] = useState(0)

  const log = useInfiniteQuery({
    queryKey: ['admin', mySub, 'events', filter],
    queryFn: ({ pageParam }) =>
      admin.events({
        ...toEventsQuery(filter),
        limit: PAGE_SIZE,
        ...(pageParam && { page_token: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_page_token }) => next_page_token,
    placeholderData: keepPreviousData,
  })

  // By searching, not by opening: a look at a person is an event of its own.
  const person = useQuery({
    queryKey: ['admin', mySub, 'name-of', filter.sub],
    queryFn: async () => {
      const { users } = await admin.users.search({ query: filter.sub, limit: 5 })
      return users.find(({ sub }) => sub === filter.sub)?.name ?? null
    },
    enabled: filter.sub !== undefined,
  })

  const save = useMutation({
    mutationFn: () => saveEvents(client, toEventsQuery(filter), setSavedCount),
    onSuccess: (count) => announce(t('admin.events.saved', { count })),
    onError: handleError,
  })

  return {
    log,
    events: log.data?.pages.flatMap(({ events }) => events),
    names: new Map(log.data?.pages.flatMap(({ names }) => Object.entries(names))),
    filter,
    personName: filter.sub === undefined ? undefined : (person.data ?? filter.sub),
    change(changes: { [Name in keyof EventSearch]: string | undefined }) {
      const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value)
      void navigate({ to: '/admin/events', search: Object.fromEntries(next), replace: true })
    },
    save,
    savedCount,
  }
}
