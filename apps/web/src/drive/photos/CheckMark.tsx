import { Check } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'

/** The round mark of a picture, or of a day, that is chosen or can be. */
export function CheckMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      className={classNames(
        'grid size-5.5 place-items-center rounded-full border-2',
        isChosen
          ? 'border-accent bg-accent text-on-accent'
          : 'border-line-strong bg-surface/80 text-transparent',
      )}
    >
      <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
    </span>
  )
}
