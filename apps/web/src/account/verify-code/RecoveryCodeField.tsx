import { TextField } from '../../ui/TextField.tsx'

/** One of the codes that a person keeps for the day on which the second step is out of reach. */
export function RecoveryCodeField({
  label,
  value,
  onValue,
  error,
}: {
  label: string
  value: string
  onValue: (typed: string) => void
  error: string | undefined
}) {
  return (
    <TextField
      label={label}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      autoFocus
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  )
}
