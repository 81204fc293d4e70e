import { createShortcuts } from '@awan/client/drive'
import { ROOT_ID } from '@awan/protocol'
import type { File } from '@awan/protocol/drive'
import { useLanguage } from '../../../i18n/LanguageProvider.tsx'
import { useClient } from '../../../session/ClientProvider.tsx'
import { useErrorHandler } from '../../../session/use-error-handler.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useToast } from '../../../ui/Toasts.tsx'
import { DriveProvider } from '../../DriveProvider.tsx'
import { DriveListsProvider } from '../../listing/DriveListsProvider.tsx'
import { PickFolder } from './PickFolder.tsx'
import type { RecentFolder } from './recent-folders.ts'

/** In which folder of the person's own drive a shortcut to something of another drive is made. */
export function ShortcutDialog({
  file,
  driveId,
  onClose,
}: {
  file: Pick<File, 'id' | 'name'>
  driveId: string
  onClose: () => void
}) {
  const { t, need } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const handleError = useErrorHandler()

  async function create(folder: RecentFolder) {
    await need('drive-shared')
    const target = { drive_id: driveId, file_id: file.id }
    const { name } = await createShortcuts(client).create({
      parent_id: folder.id,
      target,
      conflict: 'rename',
    })
    toast({ title: t('shared.shortcut.added', { name, folder: folder.name }), tone: 'done' })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('act.pick.shortcut', { name: file.name })}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col gap-3">
        <DriveProvider driveId={undefined}>
          <DriveListsProvider>
            <PickFolder
              purpose="shortcut"
              chosen={[]}
              top={{ id: ROOT_ID, name: t('nav.files') }}
              onTake={(folder) => {
                onClose()
                create(folder).catch(handleError)
              }}
              onClose={onClose}
            />
          </DriveListsProvider>
        </DriveProvider>
      </div>
    </Dialog>
  )
}
