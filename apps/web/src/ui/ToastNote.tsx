import { Check, CircleAlert, Copy, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import type { Toast, ToastTexts } from './Toasts.tsx'

const SHOWN_MS = 8000

/** One note. It leaves by itself after a while, but not under somebody's eyes: `isHeld` stops its time. */
export function ToastNote({
  toast,
  texts,
  isHeld,
  onDismiss,
}: {
  toast: Toast
  texts: ToastTexts
  isHeld: boolean
  onDismiss: () => void
}) {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
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
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="mt-1 flex items-center gap-1 text-xs text-muted">
      <span className="truncate tabular-nums">{reference.text}</span>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? texts.copied : texts.copy}
        small
        onClick={() => {
          navigator.clipboard?.writeText(reference.copy).then(
            () => setCopied(true),
            // A browser that refuses leaves the text to be selected by hand.
            () => setCopied(false),
          )
        }}
      />
    </div>
  )
}
