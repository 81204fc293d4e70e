import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { PreviewSearch } from '../../address/preview-search.ts'
import type { PreviewedFile } from '../preview-queries.ts'

/** Asks before what was written would be left behind, whichever way one goes. */
export function LeaveDialog({
  file,
  isDirty,
  isSaving,
  onSave,
  onDiscard,
}: {
  file: PreviewedFile
  isDirty: boolean
  isSaving: boolean
  onSave: () => Promise<boolean>
  onDiscard: () => void
}) {
  const t = useTexts()
  const { status, proceed, reset } = useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
    shouldBlockFn: ({ next }) => {
      const { preview, edit } = next.search as PreviewSearch
      return preview !== file.id || edit !== true
    },
  })

  async function saveAndLeave() {
    if (await onSave()) proceed?.()
    else reset?.()
  }

  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.()
      }}
      title={t('preview.leave')}
      description={t('preview.leave.hint', { name: file.name })}
      closeLabel={t('preview.leave.stay')}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          look="quiet"
          onClick={() => {
            onDiscard()
            proceed?.()
          }}
        >
          {t('preview.leave.discard')}
        </Button>
        <Button busy={isSaving} onClick={() => void saveAndLeave()}>
          {t('preview.leave.save')}
        </Button>
      </div>
    </Dialog>
  )
}
