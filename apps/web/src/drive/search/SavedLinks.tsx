import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { toSearchAddress } from './saved-query.ts'
import { savedSearchesQuery } from './saved-searches-query.ts'

/** As many as are seen at a glance. */
const SHOWN = 5
const look =
  'flex min-h-11 items-center gap-3 rounded-sm px-2.5 py-1.5 hover:bg-sunken focus-visible:bg-sunken'

/** The first saved searches, below the last ones that were typed; the search page has all. */
export function SavedLinks() {
  const t = useTexts()
  const { data } = useQuery(savedSearchesQuery(useClient()))
  const searches = data?.searches ?? []
  if (searches.length === 0) return null
  return (
    <nav aria-label={t('saved.title')} className="mt-1 border-t border-line pt-2">
      <p className="px-2.5 pb-1 text-xs font-medium text-muted">{t('saved.title')}</p>
      <ul>
        {searches.slice(0, SHOWN).map(({ id, name, query }) => (
          <li key={id}>
            <Link to="/search" search={toSearchAddress(query)} className={look}>
              <span className="grid size-8 shrink-0 place-items-center text-muted">
                <Bookmark aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
              </span>
              <span className="min-w-0 truncate">{name}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/search" search={{}} className={`${look} text-accent-ink`}>
            {t('saved.all')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
