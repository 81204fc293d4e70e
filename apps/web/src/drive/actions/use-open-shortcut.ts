import type { File } from '@awan/protocol/drive'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'
import { useDialogDesk, useDriveActions } from './use-drive-actions.ts'

/** Opens shortcuts of the drive; how is fetched by those who do. */
export function useOpenShortcut(): (shortcut: File) => void {
  const parts = {
    client: useClient(),
    drive: useDrive(),
    driveId: useDriveId(),
    navigate: useNavigate(),
    toast: useToast(),
    language: useLanguage(),
    desk: useDialogDesk(),
    actions: useDriveActions(),
  }
  const handleError = useErrorHandler()
  return (shortcut) =>
    void import('./open-shortcut.ts')
      .then(({ openShortcut }) => openShortcut(parts, shortcut))
      .catch(handleError)
}
