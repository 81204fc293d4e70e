import { Link, Navigate } from '@tanstack/react-router'
import { ChevronRight, LogOut, ShieldUser } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { isAdministrator, useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { centreRooms } from './centre-rooms.ts'

/** The list of the rooms, for phones; wider windows have it beside every room and open the first. */
export function CentreHome({ storage }: { storage: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <Navigate to="/account/profile" replace /> : <RoomList storage={storage} />
}

function RoomList({ storage }: { storage: ReactNode }) {
  const t = useTexts()
  const { data: me } = useMe()
  const signOut = useSignOut()
  usePageTitle(t('account.title'), t('app.name'))
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-lg font-bold tracking-[-0.01em]">{t('account.title')}</h1>
      <div className="flex items-center gap-4">
        <Avatar name={me?.name} picture={me?.picture} size="large" />
        <div className="min-w-0 flex-1">
          {me ? (
            <>
              <p className="truncate text-lg font-semibold">{me.name}</p>
              <p className="truncate text-muted">{me.email ?? me.phone_number}</p>
            </>
          ) : (
            <>
              <Skeleton className="h-5 w-36" />
              <Skeleton className="mt-2 h-4 w-48" />
            </>
          )}
        </div>
      </div>
      <nav aria-label={t('centre.nav')} className="-mx-4 divide-y divide-line border-y border-line">
        {centreRooms.map(({ path, label, icon: Icon }) => (
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
        {me && isAdministrator(me) ? (
          <Link to="/admin" className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-hover">
            <ShieldUser
              aria-hidden="true"
              className="size-5 shrink-0 text-muted"
              strokeWidth={1.75}
            />
            <span className="flex-1 font-medium">{t('account.administration')}</span>
            <ChevronRight aria-hidden="true" className="size-4.5 text-faint" strokeWidth={1.75} />
          </Link>
        ) : null}
      </nav>
      {storage}
      <Button look="quiet" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('account.signOut')}
      </Button>
    </div>
  )
}
