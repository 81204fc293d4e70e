import { createShortcuts, type DriveClient, type DriveHost } from '@awan/client/drive'
import type { File } from '@awan/protocol/drive'
import { isServiceError } from '@awan/protocol/errors'
import type { useNavigate } from '@tanstack/react-router'
import type { useLanguage } from '../../i18n/LanguageProvider.tsx'
import type { useToast } from '../../ui/Toasts.tsx'
import { allows } from '../access/allows.ts'
import { toFileLink, toFolderLink } from '../address/folder-link.ts'
import type { DialogDesk } from './dialog-desk.ts'
import type { DriveActions } from './drive-actions.ts'

interface OpenParts {
  client: DriveHost
  drive: DriveClient
  driveId: string | undefined
  navigate: ReturnType<typeof useNavigate>
  toast: ReturnType<typeof useToast>
  language: Pick<ReturnType<typeof useLanguage>, 't' | 'need'>
  desk: Pick<DialogDesk, 'confirm'>
  actions: Pick<DriveActions, 'trash'>
}

/** Shows the target in its own place. A broken shortcut says so, and not why, and can be removed. */
export async function openShortcut(parts: OpenParts, shortcut: File): Promise<void> {
  const { client, drive, driveId, navigate } = parts
  try {
    const { drive_id, file } = await createShortcuts(client, { driveId }).target(shortcut.id)
    const isHere = drive_id === (await drive.about()).drive_id
    const there = isHere ? driveId : drive_id
    if (file.kind === 'folder') await navigate(toFolderLink(there, file.id))
    else await navigate({ ...toFileLink(there, file.id), search: { preview: file.id } as never })
  } catch (error) {
    if (!isServiceError(error, 'failed_precondition')) throw error
    await offerToRemove(parts, shortcut)
  }
}

async function offerToRemove(
  { language: { t, need }, toast, desk, actions }: OpenParts,
  shortcut: File,
): Promise<void> {
  await need('drive-shared')
  const title = t('shared.shortcut.broken')
  const isRemovable = allows(shortcut, 'edit') && shortcut.trashed_time === undefined
  if (!isRemovable) return void toast({ title, topic: 'shortcut' })
  const isSure = await desk.confirm({
    title: t('shared.shortcut.brokenTitle', { name: shortcut.name }),
    text: title,
    confirm: t('shared.shortcut.remove'),
  })
  if (isSure) await actions.trash([shortcut])
}
