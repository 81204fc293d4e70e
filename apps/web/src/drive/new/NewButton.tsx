import {
  CloudDownload,
  FilePlus,
  FolderPlus,
  FolderUp,
  NotebookPen,
  Plus,
  Upload,
} from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { useNewActions } from './NewActionsProvider.tsx'

export function NewButton() {
  const t = useTexts()
  const reason = useOfflineReason()
  // What is chosen to be uploaded waits for the connection by itself.
  const needsServer = { disabled: reason !== undefined, title: reason }
  const { canAdd, createFolder, createText, chooseFiles, chooseFolder, fetchFiles } =
    useNewActions()
  const face = (
    <>
      <Plus aria-hidden="true" className="size-4.5" strokeWidth={2} />
      {t('new.menu')}
    </>
  )
  // Without it one would look for it.
  if (!canAdd) {
    return (
      <Button
        disabled
        title={t('files.noAdd')}
        aria-description={t('files.noAdd')}
        className="w-full"
      >
        {face}
      </Button>
    )
  }
  return (
    <Menu matchTrigger trigger={<Button className="w-full">{face}</Button>}>
      <MenuItem icon={FolderPlus} {...needsServer} onSelect={createFolder}>
        {t('new.folder')}
      </MenuItem>
      <MenuItem icon={NotebookPen} {...needsServer} onSelect={() => createText('note')}>
        {t('new.note')}
      </MenuItem>
      <MenuItem icon={FilePlus} {...needsServer} onSelect={() => createText('text')}>
        {t('new.text')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Upload} onSelect={chooseFiles}>
        {t('new.upload')}
      </MenuItem>
      <MenuItem icon={FolderUp} onSelect={chooseFolder}>
        {t('new.uploadFolder')}
      </MenuItem>
      {fetchFiles ? (
        <MenuItem icon={CloudDownload} {...needsServer} onSelect={fetchFiles}>
          {t('new.fetch')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
