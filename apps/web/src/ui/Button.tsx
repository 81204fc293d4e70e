import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const base =
  'inline-flex items-center justify-center gap-2 rounded-md font-semibold text-base select-none ' +
  'transition-colors duration-[120ms] disabled:opacity-55 no-underline'

const looks = {
  primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-strong',
  quiet: 'border border-line-strong bg-surface text-text hover:not-disabled:bg-hover',
  plain: 'text-accent-ink hover:not-disabled:bg-accent-soft',
  danger: 'bg-danger text-on-accent hover:not-disabled:opacity-90',
} as const

const sizes = {
  small: 'min-h-8 px-3 text-sm rounded-sm pointer-coarse:min-h-11',
  normal: 'min-h-10 px-4 pointer-coarse:min-h-11',
  large: 'min-h-11 px-5 w-full',
} as const

export interface ButtonLook {
  look?: keyof typeof looks
  size?: keyof typeof sizes
}

/** The same face for a button and for a link that acts like one. */
export function buttonClass({ look = 'primary', size = 'normal' }: ButtonLook = {}): string {
  return classNames(base, looks[look], sizes[size])
}

export function Button({
  look = 'primary',
  size = 'normal',
  busy = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      // A busy button keeps its focus and its place; it only stops answering.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={classNames(buttonClass({ look, size }), busy && 'cursor-progress', className)}
    >
      {busy ? <Dots /> : null}
      {children}
    </button>
  )
}

function Dots() {
  return (
    <span aria-hidden="true" className="inline-flex gap-1">
      <span className="size-1.5 rounded-full bg-current animate-pulse-soft" />
      <span className="size-1.5 rounded-full bg-current animate-pulse-soft [animation-delay:200ms]" />
    </span>
  )
}
