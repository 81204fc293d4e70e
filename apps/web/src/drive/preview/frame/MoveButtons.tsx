import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { Neighbours } from '../neighbours.ts'

/**
 * To the file before and the file after. Over a picture they lie at its sides; beside a text, and where a
 * finger swipes, they stand in the bar.
 */
export function MoveButtons({
  neighbours: { previous, next },
  isFloating,
  className,
  onMove,
}: {
  neighbours: Neighbours
  isFloating: boolean
  className?: string | undefined
  onMove: (to: 'previous' | 'next') => void
}) {
  const t = useTexts()
  if (previous === undefined && next === undefined) return null
  const buttons = [
    { to: 'previous', icon: ChevronLeft, isThere: previous !== undefined, side: 'start-4' },
    { to: 'next', icon: ChevronRight, isThere: next !== undefined, side: 'end-4' },
  ] as const
  return buttons.map(({ to, icon: Icon, isThere, side }) => {
    const button = {
      // It keeps the focus at the end of the list: the next key may lead back.
      'aria-disabled': isThere ? undefined : true,
      onClick: () => onMove(to),
    }
    const label = t(`preview.${to}`)
    return isFloating ? (
      <button
        key={to}
        type="button"
        aria-label={label}
        title={label}
        {...button}
        className={classNames(
          'absolute top-1/2 z-10 grid size-11 -translate-y-1/2 place-items-center rounded-full border border-line bg-raised text-text shadow-float transition-colors duration-[120ms] hover:bg-sunken aria-disabled:opacity-0 aria-disabled:focus-visible:opacity-55',
          side,
          className,
        )}
      >
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </button>
    ) : (
      <IconButton
        key={to}
        icon={Icon}
        label={label}
        {...button}
        className={classNames('aria-disabled:opacity-40', className)}
      />
    )
  })
}
