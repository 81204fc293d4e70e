import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

const looks = {
  /** Its words stand on the edge of the column. */
  plain: 'min-h-9 last:-me-3',
  quiet: 'min-h-9',
} as const

/** The act at the end of a row or of its title. */
export function RowButton({
  look = 'plain',
  ...rest
}: Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'className'> & {
  look?: keyof typeof looks
}) {
  return <Button {...rest} look={look} size="small" className={looks[look]} />
}
