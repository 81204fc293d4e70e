import type { File } from '@awan/protocol/drive'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'

/** Leads to where a shortcut does; how is fetched by those who open one. */
export function useOpenShortcut(): (file: Pick<File, 'id'>) => void {
  const parts = {
    drive: useDrive(),
    driveId: useDriveId(),
    navigate: useNavigate(),
    toast: useToast(),
    language: useLanguage(),
  }
  const handleError = useErrorHandler()
  return ({ id }) =>
    void import('./open-shortcut.ts')
      .then(({ openShortcut }) => openShortcut(parts, id))
      .catch(handleError)
}
