import type { ComponentProps } from 'react'

/** A box to tick, with words that tick it too. */
export function Checkbox({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
      <input {...input} type="checkbox" className="tick-box" />
      <span>{label}</span>
    </label>
  )
}
