import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ShareLayer } from '../sharing/ShareLayer.tsx'
import type { FileDialog as Asked } from './dialog-desk.ts'
import { LossesDialog } from './LossesDialog.tsx'
import { RenameManyDialog } from './names/RenameManyDialog.tsx'
import { PickDialog } from './pick/PickDialog.tsx'
import { ShortcutDialog } from './pick/ShortcutDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { TakenDialog } from './TakenDialog.tsx'
import { TagsDialog } from './tags/TagsDialog.tsx'

export function FileDialog({ dialog, onClose }: { dialog: Asked; onClose: () => void }) {
  const t = useTexts()
  switch (dialog.kind) {
    case 'rename':
      return <RenameDialog file={dialog.file} onClose={onClose} />
    case 'names':
      return <RenameManyDialog chosen={dialog.chosen} onClose={onClose} />
    case 'share':
    case 'offer':
      return <ShareLayer purpose={dialog.kind} file={dialog.file} onClose={onClose} />
    case 'pick':
      return <PickDialog purpose={dialog.purpose} chosen={dialog.chosen} onClose={onClose} />
    case 'shortcut':
      return <ShortcutDialog file={dialog.file} driveId={dialog.driveId} onClose={onClose} />
    case 'tags':
      return <TagsDialog chosen={dialog.chosen} onClose={onClose} />
    case 'taken':
      return (
        <TakenDialog
          // Each question begins with its own box not ticked.
          key={dialog.question.otherCount}
          question={dialog.question}
          onAnswer={(answer) => {
            dialog.answer(answer)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'losses':
      return (
        <LossesDialog
          question={dialog.question}
          onAnswer={(isSure) => {
            dialog.answer(isSure)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'confirm':
      return (
        <ConfirmDialog
          question={dialog.question}
          cancelLabel={t('app.cancel')}
          closeLabel={t('app.close')}
          isBusy={false}
          onConfirm={() => {
            dialog.answer(true)
            onClose()
          }}
          onClose={onClose}
        />
      )
  }
}
