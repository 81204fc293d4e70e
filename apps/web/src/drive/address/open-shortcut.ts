import type { DriveClient } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { useNavigate } from '@tanstack/react-router'
import type { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { useToast } from '../../ui/Toasts.tsx'
import { toFileLink, toFolderLink } from './folder-link.ts'

export interface ShortcutParts {
  drive: DriveClient
  driveId: string | undefined
  navigate: ReturnType<typeof useNavigate>
  toast: ReturnType<typeof useToast>
  language: Pick<ReturnType<typeof useLanguage>, 't' | 'need'>
}

/** Shows the target in its own place. A broken shortcut says so, and not why. */
export async function openShortcut(parts: ShortcutParts, id: string): Promise<void> {
  const { drive, driveId, navigate, toast, language } = parts
  try {
    const { drive_id, file } = await drive.files.target(id)
    const isHere = drive_id === (await drive.about()).drive_id
    const there = isHere ? driveId : drive_id
    if (file.kind === 'folder') await navigate(toFolderLink(there, file.id))
    else await navigate({ ...toFileLink(there, file.id), search: { preview: file.id } as never })
  } catch (error) {
    if (!isServiceError(error, 'failed_precondition')) throw error
    await language.need('drive-shared')
    toast({ title: language.t('shared.shortcut.broken'), topic: 'shortcut' })
  }
}
