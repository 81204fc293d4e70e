import { TextField } from '../../ui/TextField.tsx'
import { toDay } from './end-of-day.ts'

/** The last day of something; empty where it does not end. */
export function EndDateField({
  label,
  day,
  error,
  onDay,
}: {
  label: string
  day: string
  error?: string | undefined
  onDay: (day: string) => void
}) {
  return (
    <TextField
      label={label}
      type="date"
      min={toDay(new Date().toISOString())}
      value={day}
      onChange={({ target }) => onDay(target.value)}
      error={error}
    />
  )
}
