import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useSignOut } from '../../session/SignOut.tsx'
import { isAdministrator, useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { RoomList } from '../rooms/RoomList.tsx'
import { RoomsHome } from '../rooms/RoomsHome.tsx'
import { AccountsLink } from './AccountsLink.tsx'
import { administration, centreRooms } from './centre-rooms.ts'

export function CentreHome({ storage }: { storage: ReactNode }) {
  return (
    <RoomsHome first="/account/profile">
      <Home storage={storage} />
    </RoomsHome>
  )
}

function Home({ storage }: { storage: ReactNode }) {
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
      <RoomList
        label={t('centre.nav')}
        rooms={me && isAdministrator(me) ? [...centreRooms, administration] : centreRooms}
      />
      {storage}
      <AccountsLink />
      <Button look="quiet" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        {t('account.signOut')}
      </Button>
    </div>
  )
}
