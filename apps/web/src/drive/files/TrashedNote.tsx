import type { File } from '@awan/protocol/drive'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { allows } from '../access/allows.ts'
import { useDriveActions } from '../actions/use-drive-actions.ts'
import { PlaceNote } from './PlaceNote.tsx'

/** The folder in view is in the trash, itself or with the one above it, and can be had back. */
export function TrashedNote({ trashed, isInside }: { trashed: File; isInside: boolean }) {
  const t = useTexts()
  const actions = useDriveActions()
  return (
    <PlaceNote
      text={isInside ? t('trash.folderInside', { name: trashed.name }) : t('trash.folder')}
      action={
        allows(trashed, 'edit') ? (
          <Button look="plain" size="small" onClick={() => void actions.restore([trashed])}>
            {isInside ? t('trash.restoreAbove', { name: trashed.name }) : t('act.restore')}
          </Button>
        ) : null
      }
    />
  )
}
