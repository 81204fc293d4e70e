import {
  AppWindow,
  Archive,
  History,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  ShieldUser,
  UserRound,
} from 'lucide-react'
import type { Room } from '../rooms/room.ts'

/** The rooms of the account centre, in the order in which people look for them. */
export const centreRooms: readonly Room[] = [
  { path: '/account/profile', label: 'centre.profile', icon: UserRound },
  { path: '/account/security', label: 'centre.security', icon: ShieldCheck },
  { path: '/account/devices', label: 'centre.devices', icon: MonitorSmartphone },
  { path: '/account/apps', label: 'centre.apps', icon: AppWindow },
  { path: '/account/activity', label: 'centre.activity', icon: History },
  { path: '/account/appearance', label: 'centre.appearance', icon: Palette },
  { path: '/account/data', label: 'centre.data', icon: Archive },
]

/** For those who look after all the others. */
export const administration: Room = {
  path: '/admin',
  label: 'account.administration',
  icon: ShieldUser,
}
