import type { CountedSearch } from '@awan/client/drive'
import { useSearch } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { readBrowseFilter, toListFilter } from '../files/browse-filter.ts'
import { FileBrowser } from '../files/FileBrowser.tsx'
import { PlacePicture } from '../places/EmptyPlace.tsx'
import { PlaceHeading } from '../places/PlaceHeading.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { readSearchParams, type SearchParams, toSearchQuery } from '../search/search-params.ts'
import { SavedSearchList } from './SavedSearchList.tsx'
import { SaveSearchButton } from './SaveSearchButton.tsx'
import { SearchChips } from './SearchChips.tsx'
import { SearchSummary } from './SearchSummary.tsx'
import { SearchWhere } from './SearchWhere.tsx'
import { WideResults } from './WideResults.tsx'

/** All that a search finds. On a phone the field is here too, and has the page while one types. */
export function SearchScreen() {
  const t = useTexts()
  const address: Record<string, unknown> = useSearch({ strict: false })
  const params = readSearchParams(address)
  const isWide = useMediaQuery('(min-width: 48rem)')
  const { q = '' } = params
  usePageTitle(q === '' ? t('search.title') : `${q} – ${t('search.title')}`, t('app.name'))
  // Words are not needed: a kind or a time of the list's own chips is a question too.
  const { preview, edit, details, where, drive, sort, ...asked } = address
  const isAsked = Object.values(asked).some((value) => value !== undefined)
  return (
    <div className="relative flex h-full flex-col">
      {isWide ? (
        <PlaceHeading>
          {q === '' ? t('search.title') : t('search.resultsFor', { query: q })}
        </PlaceHeading>
      ) : (
        <>
          <h1 className="sr-only">{t('search.title')}</h1>
          <SearchBox shape="page" />
        </>
      )}
      {isAsked ? (
        <>
          <div className="flex flex-wrap items-center gap-2 px-4 pb-2 md:px-5">
            <SearchWhere params={params} />
            <div className="ms-auto flex flex-wrap items-center gap-2">
              {params.where === undefined ? (
                <SearchSummary query={toCounted(address)} sort={params.sort} />
              ) : null}
              <SaveSearchButton address={address} />
            </div>
          </div>
          {params.where === undefined ? (
            <Results key={JSON.stringify(params)} params={params} />
          ) : (
            <WideResults
              key={JSON.stringify(params)}
              params={params}
              where={params.where}
              empty={<NothingFound q={q} />}
            />
          )}
        </>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-16">
          <SavedSearchList />
          <div className="flex flex-1 items-center py-8">
            <Notice picture={<PlacePicture icon={Search} />} title={t('search.begin')}>
              {t('search.begin.hint')}
            </Notice>
          </div>
        </div>
      )}
    </div>
  )
}

/** What the page looks for, as the list below asks for it. */
function toCounted(address: Record<string, unknown>): CountedSearch {
  const { order_by: _, ...query } = toSearchQuery(readSearchParams(address))
  return { ...toListFilter(readBrowseFilter(address), new Date()), ...query }
}

function Results({ params }: { params: SearchParams }) {
  const t = useTexts()
  const { q = '' } = params
  return (
    <FileBrowser
      place={{ kind: 'search', query: toSearchQuery(params) }}
      label={t('search.list')}
      chips={<SearchChips params={params} />}
      empty={<NothingFound q={q} />}
    />
  )
}

function NothingFound({ q }: { q: string }) {
  const t = useTexts()
  return (
    <Centred>
      <Notice
        picture={<PlacePicture icon={SearchX} />}
        title={q === '' ? t('search.none.filters') : t('search.none', { query: q })}
      >
        {t(q === '' ? 'search.none.filters.hint' : 'search.none.hint')}
      </Notice>
    </Centred>
  )
}

function Centred({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 items-center overflow-y-auto pb-16">{children}</div>
}
