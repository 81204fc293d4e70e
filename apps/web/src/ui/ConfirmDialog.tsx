import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Problem } from './Problem.tsx'

export interface Confirmation {
  title: string
  text: string
  /** What the button does, in a word or two. */
  confirm: string
  /** What the other button does, where it says more than to cancel. */
  cancel?: string
  /** Something else that can be done instead. */
  other?: string
  look?: 'danger' | 'primary'
}

/** Asks before something that cannot be undone. It closes when the act has ended well. */
export function ConfirmDialog({
  question: { title, text, confirm, cancel, other, look = 'danger' },
  cancelLabel,
  closeLabel,
  isBusy,
  problem,
  onConfirm,
  onOther,
  onClose,
}: {
  question: Confirmation
  cancelLabel: string
  closeLabel: string
  isBusy: boolean
  problem?: ReactNode
  onConfirm: () => void
  onOther?: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={text}
      closeLabel={closeLabel}
    >
      <div className="flex flex-col gap-3">
        <Problem>{problem}</Problem>
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {cancel ?? cancelLabel}
          </Button>
          {other === undefined ? null : (
            <Button look="quiet" disabled={isBusy} onClick={onOther}>
              {other}
            </Button>
          )}
          <Button look={look} busy={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
