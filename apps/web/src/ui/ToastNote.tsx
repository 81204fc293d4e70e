import { CircleAlert, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import type { CopyButton } from './CopyButton.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import type { ToastTexts } from './Toasts.tsx'
import type { Toast } from './toast-board.ts'

const tones = {
  trouble: { icon: CircleAlert, tint: 'text-danger' },
  done: { icon: CircleCheck, tint: 'text-accent' },
  working: { icon: CircleDashed, tint: 'text-muted' },
} as const

export function ToastNote({
  toast,
  texts,
  onDismiss,
}: {
  toast: Toast
  texts: ToastTexts
  onDismiss: () => void
}) {
  const { icon: Icon, tint } = tones[toast.tone ?? 'trouble']
  const { action } = toast
  return (
    <li className="flex items-start gap-3 rounded-md border border-line bg-raised p-3.5 shadow-float animate-rise">
      <Icon
        aria-hidden="true"
        className={classNames('mt-0.5 size-5 shrink-0', tint)}
        strokeWidth={1.75}
      />
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
