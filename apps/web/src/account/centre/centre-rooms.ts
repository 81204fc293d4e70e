import {
  AppWindow,
  Archive,
  History,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'

export interface CentreRoom {
  path: string
  label: Extract<PlainTextKey, `centre.${string}`>
  icon: LucideIcon
}

/** The rooms of the account centre, in the order in which people look for them. */
export const centreRooms: readonly CentreRoom[] = [
  { path: '/account/profile', label: 'centre.profile', icon: UserRound },
  { path: '/account/security', label: 'centre.security', icon: ShieldCheck },
  { path: '/account/devices', label: 'centre.devices', icon: MonitorSmartphone },
  { path: '/account/apps', label: 'centre.apps', icon: AppWindow },
  { path: '/account/activity', label: 'centre.activity', icon: History },
  { path: '/account/appearance', label: 'centre.appearance', icon: Palette },
  { path: '/account/data', label: 'centre.data', icon: Archive },
]
