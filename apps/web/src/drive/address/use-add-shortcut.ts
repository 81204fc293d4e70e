import { createDriveClient } from '@awan/client/drive'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { useClient } from '../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../session/use-error-handler.ts'
import { useToast } from '../../ui/Toasts.tsx'

/** Puts a shortcut into the person's own drive, from where they can move it anywhere. */
export function useAddShortcut(): (target: { drive_id: string; file_id: string }) => void {
  const t = useTexts()
  const client = useClient()
  const toast = useToast()
  const handleError = useErrorHandler()
  return (target) =>
    void createDriveClient(client)
      .files.createShortcut({ target, conflict: 'rename' })
      .then(({ name }) => toast({ title: t('shared.shortcut.added', { name }), tone: 'done' }))
      .catch(handleError)
}
