import type { CountedSearch } from '@awan/client/drive'
import { MAX_SORTED_HITS } from '@awan/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useDrive } from '../DriveProvider.tsx'
import { FilterChip } from '../files/FilterChip.tsx'
import { type SearchSort, searchSorts } from '../search/search-params.ts'

const MATCH = ''

/** How many results there are, and by what they are sorted. */
export function SearchSummary({
  query,
  sort,
}: {
  query: CountedSearch
  sort: SearchSort | undefined
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const drive = useDrive()
  const { data } = useQuery({
    queryKey: ['drive', 'search-count', query],
    queryFn: ({ signal }) => drive.countSearch(query, { signal }),
    placeholderData: keepPreviousData,
  })
  const labels = {
    name: t('files.name'),
    modified: t('files.modified'),
    size: t('files.size'),
  } satisfies Record<SearchSort, string>
  return (
    <>
      {data === undefined || data.count === 0 ? null : (
        <p className="text-sm text-muted tabular-nums">{toWords(data)}</p>
      )}
      <FilterChip
        label={t('results.sort')}
        value={sort ?? MATCH}
        choices={[
          { value: MATCH, label: t('results.sort.match') },
          ...searchSorts.map((value) => ({ value, label: labels[value] })),
        ]}
        onChoose={(value) =>
          void navigate({
            to: '/search',
            search: (before) => ({
              ...before,
              sort: searchSorts.find((known) => known === value),
            }),
            replace: true,
          })
        }
      />
    </>
  )

  function toWords({ count, is_complete }: { count: number; is_complete: boolean }): string {
    if (is_complete) return t('search.count', { count })
    if (count < MAX_SORTED_HITS) return t('results.atLeast', { count })
    // What is sorted is not all that there is.
    return sort ? t('results.best', { count }) : t('search.countMore', { count })
  }
}
