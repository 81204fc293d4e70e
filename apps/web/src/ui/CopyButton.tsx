import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'

/** Copies a text, and shows that it did. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  small = false,
}: {
  text: string
  label: string
  copiedLabel: string
  small?: boolean
}) {
  const [isCopied, setCopied] = useState(false)
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? copiedLabel : label}
      small={small}
      onClick={() => {
        navigator.clipboard?.writeText(text).then(
          () => setCopied(true),
          // A browser that refuses leaves the text to be selected by hand.
          () => setCopied(false),
        )
      }}
    />
  )
}
