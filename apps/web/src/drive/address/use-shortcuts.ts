import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'
import { useDrive, useDriveId } from '../DriveProvider.tsx'

/** Opens shortcuts of the drive, and adds some to the own one; how is fetched by those who do. */
export function useShortcuts() {
  const parts = {
    client: useClient(),
    drive: useDrive(),
    driveId: useDriveId(),
    navigate: useNavigate(),
    toast: useToast(),
    language: useLanguage(),
  }
  const handleError = useErrorHandler()
  return (act: 'open' | 'add', fileId: string, driveId?: string) =>
    void import('./shortcuts.ts')
      .then((shortcuts) => shortcuts[act](parts, fileId, driveId))
      .catch(handleError)
}
