import { linkOptions } from '@tanstack/react-router'
import {
  BriefcaseBusiness,
  Clock,
  HardDrive,
  History,
  Images,
  type LucideIcon,
  Star,
  Trash2,
  UsersRound,
} from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'

export interface PlaceLink {
  link: ReturnType<typeof linkOptions>
  label: PlainTextKey
  icon: LucideIcon
}

/** The places that everybody has, in the order of the sidebar. */
export const placeLinks = [
  { link: linkOptions({ to: '/files' }), label: 'nav.files', icon: HardDrive },
  { link: linkOptions({ to: '/photos' }), label: 'nav.photos', icon: Images },
  { link: linkOptions({ to: '/recent' }), label: 'nav.recent', icon: Clock },
  { link: linkOptions({ to: '/starred' }), label: 'nav.starred', icon: Star },
  { link: linkOptions({ to: '/shared' }), label: 'nav.shared', icon: UsersRound },
  { link: linkOptions({ to: '/team' }), label: 'nav.team', icon: BriefcaseBusiness },
  { link: linkOptions({ to: '/activity' }), label: 'nav.activity', icon: History },
  { link: linkOptions({ to: '/trash' }), label: 'trash.title', icon: Trash2 },
] as const satisfies readonly PlaceLink[]
