import { Link, useLocation } from '@tanstack/react-router'
import { HardDrive, Images, Search, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { PlacesDrawer } from '../places/PlacesDrawer.tsx'

/** The places of the drive on a phone, for the thumb. */
export function BottomBar({ bell }: { bell: ReactNode }) {
  const t = useTexts()
  const item =
    'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs font-medium text-muted data-[status=active]:text-accent-ink data-[beside=true]:text-accent-ink'
  // The administration is entered through the account.
  const isBeside = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  return (
    <nav aria-label={t('nav.label')} className="flex">
      <Link to="/files" className={item}>
        <HardDrive aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('nav.files.short')}
      </Link>
      <Link to="/search" className={item}>
        <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('nav.search')}
      </Link>
      <Link to="/photos" className={item}>
        <Images aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('nav.photos')}
      </Link>
      <PlacesDrawer className={item}>{bell}</PlacesDrawer>
      <Link to="/account" data-beside={isBeside} className={item}>
        <UserRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {t('nav.account')}
      </Link>
    </nav>
  )
}
