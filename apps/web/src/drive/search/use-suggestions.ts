import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useDrive } from '../DriveProvider.tsx'

const BEST = 8

/** The best hits for what is typed. An older question is given up when a new one is asked. */
export function useSuggestions(query: string) {
  const t = useTexts()
  const drive = useDrive()
  const announce = useAnnounce()
  const { data, isPlaceholderData, isError, isFetching } = useQuery({
    queryKey: ['drive', 'search', query],
    queryFn: ({ signal }) => drive.search({ q: query, page_size: BEST }, { signal }),
    enabled: query !== '',
    // What was found before stays until the new is there, so that nothing flickers.
    placeholderData: keepPreviousData,
    staleTime: 2000,
    gcTime: 30_000,
  })
  const hits = query === '' || isError ? undefined : data?.hits
  const isSettled = hits !== undefined && !isPlaceholderData && !isFetching
  const count = hits?.length ?? 0
  const hasMore = data?.next_page_token !== undefined
  const say = useEffectEvent(() =>
    announce(hasMore ? t('search.countMore', { count }) : t('search.count', { count })),
  )
  useEffect(() => {
    if (isSettled && query !== '') say()
  }, [isSettled, query])
  return { hits, isError: isError && query !== '', isSettled }
}
