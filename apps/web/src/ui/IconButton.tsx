import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** A button that is only an icon; its label is what a screen reader says and what hovering shows. */
export function IconButton({
  icon: Icon,
  label,
  className,
  small = false,
  ...rest
}: ComponentProps<'button'> & { icon: LucideIcon; label: string; small?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-sm text-muted transition-colors duration-[120ms] hover:bg-hover hover:text-text pointer-coarse:size-11',
        small ? 'size-8' : 'size-9',
        className,
      )}
    >
      <Icon aria-hidden="true" className={small ? 'size-4' : 'size-5'} strokeWidth={1.75} />
    </button>
  )
}
