import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { CopyButton } from './CopyButton.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import type { Toast } from './toast-board.ts'

export interface ToastNoteTexts {
  dismiss: string
  copy: string
  copied: string
}

export function ToastNote({
  toast,
  texts,
  onDismiss,
}: {
  toast: Toast
  texts: ToastNoteTexts
  onDismiss: () => void
}) {
  const { action, tone = 'trouble' } = toast
  return (
    <li className="flex items-start gap-3 rounded-md border border-line bg-raised p-3.5 shadow-float animate-rise">
      {tone === 'trouble' ? (
        <CircleAlert
          aria-hidden="true"
          className="mt-0.5 size-5 shrink-0 text-danger"
          strokeWidth={1.75}
        />
      ) : (
        <span
          className={classNames(
            'm-1.5 size-2 shrink-0 rounded-full',
            tone === 'done' ? 'bg-accent' : 'bg-muted',
          )}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{toast.title}</p>
        {toast.text === undefined ? null : (
          <p className="mt-0.5 break-words text-muted tabular-nums">{toast.text}</p>
        )}
        {toast.reference === undefined ? null : (
          <Reference reference={toast.reference} texts={texts} />
        )}
      </div>
      {action === undefined ? null : (
        <Button
          look="plain"
          size="small"
          className="-my-1 shrink-0"
          onClick={() => {
            onDismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        icon={X}
        label={texts.dismiss}
        small
        className="-me-1 -mt-1"
        onClick={onDismiss}
      />
    </li>
  )
}

function Reference({
  reference,
  texts,
}: {
  reference: NonNullable<Toast['reference']>
  texts: ToastNoteTexts
}) {
  const [button, setButton] = useState<{ CopyButton: typeof CopyButton }>()
  useEffect(() => {
    // Where it does not arrive, the text is there to be selected by hand.
    import('./CopyButton.tsx').then(setButton, () => setButton(undefined))
  }, [])
  return (
    <div className="mt-1 flex items-center gap-1 text-xs text-muted">
      <span className="truncate tabular-nums">{reference.text}</span>
      {button ? (
        <button.CopyButton
          text={reference.copy}
          label={texts.copy}
          copiedLabel={texts.copied}
          small
        />
      ) : null}
    </div>
  )
}
