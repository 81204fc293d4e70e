import { createShortcuts, type DriveClient, type DriveHost } from '@awan/client/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { useNavigate } from '@tanstack/react-router'
import type { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { useToast } from '../../ui/Toasts.tsx'
import { toFileLink, toFolderLink } from './folder-link.ts'

interface ShortcutParts {
  client: DriveHost
  drive: DriveClient
  driveId: string | undefined
  navigate: ReturnType<typeof useNavigate>
  toast: ReturnType<typeof useToast>
  language: Pick<ReturnType<typeof useLanguage>, 't' | 'need'>
}

/** Shows the target in its own place. A broken shortcut says so, and not why. */
export async function open(parts: ShortcutParts, id: string): Promise<void> {
  const { client, drive, driveId, navigate, toast, language } = parts
  try {
    const { drive_id, file } = await createShortcuts(client, { driveId }).target(id)
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

/** Puts a shortcut into the person's own drive, from where they can move it anywhere. */
export async function add(
  { client, toast, language }: ShortcutParts,
  file_id: string,
  drive_id: string | undefined,
): Promise<void> {
  const target = { file_id, drive_id }
  const { name } = await createShortcuts(client).create({ target, conflict: 'rename' })
  toast({ title: language.t('shared.shortcut.added', { name }), tone: 'done' })
}
