import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'

/** Something to take along: shown in full, and copied with one press. */
export function CopyField({
  label,
  value,
  copyLabel,
  copiedLabel,
}: {
  label: string
  value: string
  copyLabel: string
  copiedLabel: string
}) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div>
      <p className="text-sm font-semibold">{label}</p>
      <div className="mt-1.5 flex items-center gap-1 rounded-md bg-sunken py-1 ps-3.5 pe-1">
        <code className="min-w-0 flex-1 font-sans break-all select-all">{value}</code>
        <IconButton
          icon={isCopied ? Check : Copy}
          label={isCopied ? copiedLabel : `${copyLabel}: ${label}`}
          onClick={() => {
            navigator.clipboard?.writeText(value).then(
              () => setCopied(true),
              // A browser that refuses leaves the text to be selected by hand.
              () => setCopied(false),
            )
          }}
        />
      </div>
    </div>
  )
}
