import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { RoomList } from '../rooms/RoomList.tsx'
import { RoomsHome } from '../rooms/RoomsHome.tsx'
import { adminRooms } from './admin-rooms.ts'

export function AdminHome() {
  return (
    <RoomsHome first="/admin/overview">
      <Home />
    </RoomsHome>
  )
}

function Home() {
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
      <RoomList label={t('admin.nav')} rooms={adminRooms} />
    </div>
  )
}
