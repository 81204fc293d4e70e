import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CopyButton } from './CopyButton.tsx'
import { IconButton } from './IconButton.tsx'
import type { ToastTexts } from './Toasts.tsx'
import type { Toast } from './toast-board.ts'

export function ToastNote({
  toast,
  texts,
  onDismiss,
}: {
  toast: Toast
  texts: ToastTexts
  onDismiss: () => void
}) {
  return (
    <li className="flex items-start gap-3 rounded-md border border-line bg-raised p-3.5 shadow-float animate-rise">
      <CircleAlert
        aria-hidden="true"
        className="mt-0.5 size-5 shrink-0 text-danger"
        strokeWidth={1.75}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        <p className="mt-0.5 break-words text-muted">{toast.text}</p>
        {toast.reference === undefined ? null : (
          <Reference reference={toast.reference} texts={texts} />
        )}
      </div>
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
  texts: ToastTexts
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
