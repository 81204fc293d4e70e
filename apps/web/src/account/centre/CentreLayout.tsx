import { Outlet } from '@tanstack/react-router'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { RoomsLayout } from '../rooms/RoomsLayout.tsx'
import { centreRooms } from './centre-rooms.ts'

export function CentreLayout() {
  const t = useTexts()
  return (
    <RoomsLayout label={t('centre.nav')} rooms={centreRooms}>
      <Outlet />
    </RoomsLayout>
  )
}
