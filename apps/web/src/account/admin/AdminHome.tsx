import { Link, Navigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { adminRooms } from './admin-rooms.ts'

/** The list of the rooms, for phones; wider windows have it beside every room and open the first. */
export function AdminHome() {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <Navigate to="/admin/overview" replace /> : <RoomList />
}

function RoomList() {
  const t = useTexts()
  usePageTitle(t('account.administration'), t('app.name'))
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Link
          to="/account"
          className="-ms-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-muted"
        >
          <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
          {t('account.title')}
        </Link>
        <h1 className="text-2xl font-bold tracking-[-0.02em]">{t('account.administration')}</h1>
      </div>
      <nav aria-label={t('admin.nav')} className="-mx-4 divide-y divide-line border-y border-line">
        {adminRooms.map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-hover"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
            <span className="flex-1 font-medium">{t(label)}</span>
            <ChevronRight aria-hidden="true" className="size-4.5 text-faint" strokeWidth={1.75} />
          </Link>
        ))}
      </nav>
    </div>
  )
}
