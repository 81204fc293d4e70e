import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Something folded away behind a button that names it. */
export function Disclosure({
  label,
  isOpen,
  onToggle,
  children,
}: {
  label: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className={classNames(buttonClass({ look: 'plain', size: 'small' }), '-ms-3')}
      >
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4', !isOpen && '-rotate-90')}
          strokeWidth={2}
        />
        {label}
      </button>
      {isOpen ? (
        <div id={id} className="mt-2 flex flex-col gap-4">
          {children}
        </div>
      ) : null}
    </div>
  )
}
