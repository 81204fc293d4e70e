import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

/** The act at the end of a row: quiet, and with its words on the edge of the column. */
export function RowButton(
  props: Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'className'>,
) {
  return <Button {...props} look="plain" size="small" className="min-h-9 last:-me-3" />
}
