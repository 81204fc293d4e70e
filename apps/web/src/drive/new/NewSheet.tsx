import { FolderPlus, type LucideIcon, NotebookPen, Upload } from 'lucide-react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { useNewActions } from './NewActionsProvider.tsx'

/** What can be made, in rows for the thumb. */
export function NewSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const reason = useOfflineReason()
  const { createFolder, createText, chooseFiles } = useNewActions()
  const choose = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('new.menu')}
      closeLabel={t('app.close')}
    >
      <div className="flex flex-col">
        {reason === undefined ? null : <p className="mb-2 text-sm text-muted">{reason}</p>}
        <SheetRow
          icon={FolderPlus}
          disabled={reason !== undefined}
          label={t('new.folder')}
          onClick={choose(createFolder)}
        />
        <SheetRow
          icon={NotebookPen}
          disabled={reason !== undefined}
          label={t('new.note')}
          onClick={choose(() => createText('note'))}
        />
        <SheetRow icon={Upload} label={t('new.upload')} onClick={choose(chooseFiles)} />
      </div>
    </Dialog>
  )
}

function SheetRow({
  icon: Icon,
  label,
  disabled = false,
  onClick,
}: {
  icon: LucideIcon
  label: string
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="-mx-2 flex min-h-13 items-center gap-4 rounded-md px-2 text-start font-medium hover:bg-hover disabled:opacity-50"
    >
      <span className="grid size-10 place-items-center rounded-md bg-accent-soft text-accent-ink">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      {label}
    </button>
  )
}
