import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { type FieldFrame, TextField } from './TextField.tsx'

export function PasswordField({
  showLabel,
  hideLabel,
  ...field
}: Omit<ComponentProps<'input'>, 'type'> & FieldFrame & { showLabel: string; hideLabel: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? hideLabel : showLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
