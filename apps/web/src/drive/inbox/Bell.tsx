import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellIcon } from 'lucide-react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useTold } from '../live/use-told.ts'
import { placeLinkClass } from '../places/PlaceLinks.tsx'
import { INBOX, unreadQuery } from './unread-query.ts'

/** More are not counted on the bell. */
const MOST = 99

/** The way to the inbox, with the number of unread messages, live. */
export function Bell({ look }: { look: 'icon' | 'line' }) {
  const { t } = useLanguage()
  const { data: unread = 0 } = useQuery(unreadQuery(useClient()))
  const queries = useQueryClient()
  useTold('inbox', () => void queries.invalidateQueries({ queryKey: [INBOX] }))
  const label = unread === 0 ? t('inbox.title') : t('inbox.unread', { count: unread })
  const count =
    unread === 0 ? null : (
      <span
        aria-hidden="true"
        className="min-w-4.5 rounded-full bg-accent px-1 text-center text-xs leading-4.5 font-semibold text-on-accent"
      >
        {unread > MOST ? `${MOST}+` : unread}
      </span>
    )
  if (look === 'line') {
    return (
      <Link to="/inbox" aria-label={label} className={placeLinkClass}>
        <BellIcon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
        <span className="flex-1 truncate">{t('inbox.title')}</span>
        {count}
      </Link>
    )
  }
  return (
    <Link
      to="/inbox"
      aria-label={label}
      title={label}
      className="relative inline-grid size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text data-[status=active]:text-accent-ink pointer-coarse:size-11"
    >
      <BellIcon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      <span className="absolute end-0 top-0 flex">{count}</span>
    </Link>
  )
}
