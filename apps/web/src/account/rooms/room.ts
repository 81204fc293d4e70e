import type { LucideIcon } from 'lucide-react'
import type { PlainTextKey } from '../../i18n/keys.ts'

/** One of several pages that belong together. */
export interface Room {
  path: string
  label: PlainTextKey
  icon: LucideIcon
}
