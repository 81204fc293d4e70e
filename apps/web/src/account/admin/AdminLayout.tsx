import { Outlet } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { MissingNotice } from '../../session/MissingNotice.tsx'
import { isAdministrator, useMe } from '../../session/use-me.ts'
import { Loaded } from '../rooms/Loaded.tsx'
import { RoomsLayout } from '../rooms/RoomsLayout.tsx'
import { adminRooms } from './admin-rooms.ts'

/** The rooms of administrators. For everybody else there is nothing at this address. */
export function AdminLayout() {
  const t = useTexts()
  const me = useMe()
  if (me.data && !isAdministrator(me.data)) {
    return (
      <div className="grid h-full place-items-center overflow-y-auto">
        <MissingNotice />
      </div>
    )
  }
  return (
    <RoomsLayout label={t('admin.nav')} rooms={adminRooms}>
      <Loaded query={me}>{() => <Outlet />}</Loaded>
    </RoomsLayout>
  )
}
