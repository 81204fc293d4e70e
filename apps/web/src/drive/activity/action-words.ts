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

/** An entry of the activity list: what somebody did with a file or folder. */
export interface Action {
  id: string
  type: string
  time: string
  subject?: string | undefined
  data?: Readonly<Record<string, unknown>> | undefined
}

export interface ActionWords {
  icon: LucideIcon
  text: string
}

/**
 * Who did it, as far as the person may know. In their own drive that they did it themselves goes without saying.
 */
export function actorWords(
  { data = {} }: Action,
  { sub, isOwnDrive }: { sub: string | undefined; isOwnDrive: boolean },
  t: Translate,
): string | undefined {
  const actor = textOf(data.actor_sub)
  if (actor !== undefined && actor === sub) return isOwnDrive ? undefined : t('driveActivity.you')
  return (
    textOf(data.actor_name) ?? (actor?.startsWith('link:') ? t('driveActivity.visitor') : undefined)
  )
}

/** The text of an action. One that this version of the page does not know has a neutral text. */
export function actionWords({ type, data = {} }: Action, t: Translate): ActionWords {
  switch (type) {
    case 'drive.create':
      return { icon: FilePlus, text: t('driveActivity.create') }
    case 'drive.copy':
      return { icon: Copy, text: t('driveActivity.copy') }
    case 'drive.write':
      return { icon: FilePen, text: t('driveActivity.write') }
    case 'drive.rename':
      return { icon: PenLine, text: t('driveActivity.rename', { was: textOf(data.was) ?? '' }) }
    case 'drive.move':
      return { icon: FolderInput, text: t('driveActivity.move') }
    case 'drive.trash':
      return { icon: Trash2, text: t('driveActivity.trash') }
    case 'drive.untrash':
      return { icon: RotateCcw, text: t('driveActivity.untrash') }
    case 'drive.delete':
      return { icon: Trash2, text: t('driveActivity.delete') }
    case 'drive.update':
      return updateWords(data, t)
    case 'drive.restore_version':
      return { icon: History, text: t('driveActivity.restore_version') }
    case 'drive.name_version': {
      const version = textOf(data.version_name)
      const text =
        version === undefined
          ? t('driveActivity.unname_version')
          : t('driveActivity.name_version', { version })
      return { icon: Tag, text }
    }
    case 'drive.delete_version':
      return { icon: Trash2, text: t('driveActivity.delete_version') }
    default:
      return { icon: SlidersHorizontal, text: t('driveActivity.other') }
  }
}

function updateWords(
  { tagged, untagged, described }: Readonly<Record<string, unknown>>,
  t: Translate,
): ActionWords {
  const added = listOf(tagged)
  const removed = listOf(untagged)
  const parts = [
    ...(added.length > 0 ? [t('driveActivity.tagged', { tags: added.join(', ') })] : []),
    ...(removed.length > 0 ? [t('driveActivity.untagged', { tags: removed.join(', ') })] : []),
    ...(described === true ? [t('driveActivity.described')] : []),
  ]
  if (parts.length === 0) return { icon: SlidersHorizontal, text: t('driveActivity.update') }
  return { icon: described === true ? SlidersHorizontal : Tag, text: parts.join(' · ') }
}

/** The name that the file had then. */
export function actionName({ data = {} }: Action): string | undefined {
  return textOf(data.name)
}

/** How many files it was done to at once. */
export function actionCount({ data = {} }: Action): number {
  return typeof data.count === 'number' ? data.count : 1
}

/** Of some of them. */
export function groupNames({ data = {} }: Action): string[] {
  return listOf(data.names)
}

/** The folder that it was moved to. */
export function actionTarget({ type, data = {} }: Action): string | undefined {
  return type === 'drive.move' ? textOf(data.to) : undefined
}

/** Whether the file can still be opened: the action did not put it in the trash or delete it. */
export function isReachable({ type }: Action): boolean {
  return type !== 'drive.delete' && type !== 'drive.trash'
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
