import { Check } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'

/**
 * Shows whether a file is chosen, and chooses it beside others. Only for pointers: the row itself says
 * that it is chosen, and keys choose it.
 */
export function TickBox({ isChosen, className }: { isChosen: boolean; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-tick
      className={classNames(
        'relative grid size-4.5 shrink-0 place-items-center rounded-[0.3125rem] border after:absolute after:-inset-3',
        isChosen
          ? 'border-accent bg-accent text-on-accent'
          : 'border-faint bg-surface opacity-0 in-data-choosing:opacity-100 group-hover/row:opacity-100 group-focus-visible/row:opacity-100',
        className,
      )}
    >
      {isChosen ? <Check className="size-3.5" strokeWidth={3} /> : null}
    </span>
  )
}
