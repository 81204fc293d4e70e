import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
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
  savesItself,
  isAsked,
  onSave,
  onDiscard,
}: {
  file: PreviewedFile
  isDirty: boolean
  isSaving: boolean
  /** It is saved without a question, as long as that works. */
  savesItself: boolean
  /** Another question about the text is open: whoever answers it is still here. */
  isAsked: boolean
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

  const isBlocked = status === 'blocked'
  const leave = useEffectEvent((now: { isDirty: boolean; isSaving: boolean }) => {
    if (!now.isDirty) proceed?.()
    else if (!now.isSaving) void onSave()
  })
  // Again when a save has ended: something may have been written meanwhile.
  useEffect(() => {
    if (isBlocked && savesItself) leave({ isDirty, isSaving })
  }, [isBlocked, savesItself, isDirty, isSaving])

  const stay = useEffectEvent(() => reset?.())
  useEffect(() => {
    if (isBlocked && isAsked) stay()
  }, [isBlocked, isAsked])

  async function saveAndLeave() {
    if (await onSave()) proceed?.()
    else reset?.()
  }

  return (
    <Dialog
      open={isBlocked && !savesItself && !isAsked}
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
