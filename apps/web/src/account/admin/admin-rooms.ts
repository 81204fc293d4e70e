import {
  AppWindow,
  Boxes,
  Gauge,
  HardDrive,
  HeartPulse,
  KeyRound,
  Link2,
  ScrollText,
  SlidersHorizontal,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Room } from '../rooms/room.ts'

/** What administrators look after. */
export const adminRooms: readonly Room[] = [
  { path: '/admin/overview', label: 'admin.nav.overview', icon: Gauge },
  { path: '/admin/people', label: 'admin.nav.people', icon: UserRound },
  { path: '/admin/groups', label: 'admin.nav.groups', icon: UsersRound },
  { path: '/admin/drives', label: 'admin.nav.drives', icon: Boxes },
  { path: '/admin/storage', label: 'admin.nav.storage', icon: HardDrive },
  { path: '/admin/links', label: 'admin.nav.links', icon: Link2 },
  { path: '/admin/apps', label: 'admin.nav.apps', icon: AppWindow },
  { path: '/admin/providers', label: 'admin.nav.providers', icon: KeyRound },
  { path: '/admin/webhooks', label: 'admin.nav.webhooks', icon: Webhook },
  { path: '/admin/events', label: 'admin.nav.events', icon: ScrollText },
  { path: '/admin/health', label: 'admin.nav.health', icon: HeartPulse },
  { path: '/admin/settings', label: 'admin.nav.settings', icon: SlidersHorizontal },
]
