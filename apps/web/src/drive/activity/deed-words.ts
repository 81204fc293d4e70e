import {
  Copy,
  FilePen,
  FilePlus,
  FolderInput,
  History,
  type LucideIcon,
  PenLine,
  RotateCcw,
  SlidersHorizontal,
  Tag,
  Trash2,
} from 'lucide-react'
import type { Translate } from '../../i18n/keys.ts'

/** What somebody did with a file or folder, as the drive tells it. */
export interface Deed {
  id: string
  type: string
  time: string
  subject?: string | undefined
  data?: Readonly<Record<string, unknown>> | undefined
}

export interface DeedWords {
  icon: LucideIcon
  text: string
}

/** What was done, in words. A deed that is newer than this page is told without saying what it was. */
export function deedWords({ type, data = {} }: Deed, t: Translate): DeedWords {
  switch (type) {
    case 'drive.create':
      return { icon: FilePlus, text: t('deeds.create') }
    case 'drive.copy':
      return { icon: Copy, text: t('deeds.copy') }
    case 'drive.write':
      return { icon: FilePen, text: t('deeds.write') }
    case 'drive.rename':
      return { icon: PenLine, text: t('deeds.rename', { was: textOf(data.was) ?? '' }) }
    case 'drive.move':
      return { icon: FolderInput, text: t('deeds.move') }
    case 'drive.trash':
      return { icon: Trash2, text: t('deeds.trash') }
    case 'drive.untrash':
      return { icon: RotateCcw, text: t('deeds.untrash') }
    case 'drive.delete':
      return { icon: Trash2, text: t('deeds.delete') }
    case 'drive.update':
      return { icon: SlidersHorizontal, text: t('deeds.update') }
    case 'drive.restore_version':
      return { icon: History, text: t('deeds.restore_version') }
    case 'drive.name_version': {
      const version = textOf(data.version_name)
      const text =
        version === undefined ? t('deeds.unname_version') : t('deeds.name_version', { version })
      return { icon: Tag, text }
    }
    case 'drive.delete_version':
      return { icon: Trash2, text: t('deeds.delete_version') }
    default:
      return { icon: SlidersHorizontal, text: t('deeds.other') }
  }
}

/** What it was called then. */
export function deedName({ data = {} }: Deed): string | undefined {
  return textOf(data.name)
}

/** The folder that it was moved to. */
export function deedTarget({ type, data = {} }: Deed): string | undefined {
  return type === 'drive.move' ? textOf(data.to) : undefined
}

/** Whether what it was done to is still where it can be opened. */
export function isReachable({ type }: Deed): boolean {
  return type !== 'drive.delete' && type !== 'drive.trash'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
