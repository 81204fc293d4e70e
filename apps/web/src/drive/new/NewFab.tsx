import { CloudDownload, FolderPlus, type LucideIcon, NotebookPen, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/LanguageProvider.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOfflineReason } from '../offline/use-offline.ts'
import { useNewActions } from './NewActionsProvider.tsx'

/** The same choices on a phone: a floating button that opens a sheet. */
export function NewFab() {
  const t = useTexts()
  const reason = useOfflineReason()
  const { canAdd, createFolder, createText, chooseFiles, fetchFiles } = useNewActions()
  const [isOpen, setOpen] = useState(false)
  const choose = (act: () => void) => () => {
    setOpen(false)
    act()
  }
  if (!canAdd) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('new.menu')}
        onClick={() => setOpen(true)}
        className="absolute end-4 bottom-4 grid md:hidden size-14 place-items-center rounded-lg bg-accent text-on-accent shadow-float"
      >
        <Plus aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
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
          {fetchFiles ? (
            <SheetRow
              icon={CloudDownload}
              disabled={reason !== undefined}
              label={t('new.fetch')}
              onClick={choose(fetchFiles)}
            />
          ) : null}
        </div>
      </Dialog>
    </>
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
