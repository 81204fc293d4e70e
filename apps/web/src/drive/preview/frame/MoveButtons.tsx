import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTexts } from '../../../i18n/LanguageProvider.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { Neighbours } from '../PreviewLayer.tsx'

/** To the file before and the file after; on a phone one swipes, but who cannot finds them too. */
export function MoveButtons({
  neighbours: { previous, next },
  isHidden,
  isOverContent,
  onMove,
}: {
  neighbours: Neighbours
  isHidden: boolean
  /** Beside a text they would lie on its letters: there they stand at the bottom edge. */
  isOverContent: boolean
  onMove: (to: 'previous' | 'next') => void
}) {
  const t = useTexts()
  if (isHidden || (previous === undefined && next === undefined)) return null
  const at = isOverContent
    ? 'top-1/2 -translate-y-1/2'
    : 'top-1/2 -translate-y-1/2 max-xl:top-auto max-xl:bottom-14 max-xl:translate-y-0'
  return (
    <>
      <MoveButton
        icon={ChevronLeft}
        label={t('preview.previous')}
        isDisabled={previous === undefined}
        onClick={() => onMove('previous')}
        className={classNames('start-3', at)}
      />
      <MoveButton
        icon={ChevronRight}
        label={t('preview.next')}
        isDisabled={next === undefined}
        onClick={() => onMove('next')}
        className={classNames('end-3', at)}
      />
    </>
  )
}

function MoveButton({
  icon: Icon,
  label,
  isDisabled,
  onClick,
  className,
}: {
  icon: LucideIcon
  label: string
  isDisabled: boolean
  onClick: () => void
  className: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // It keeps the focus at the end of the list: the next key may lead back.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      className={classNames(
        'absolute z-10 grid size-11 place-items-center rounded-full border border-line bg-raised text-text shadow-float transition-colors duration-[120ms] hover:not-aria-disabled:bg-sunken aria-disabled:opacity-0 aria-disabled:focus-visible:opacity-55 pointer-coarse:size-12',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </button>
  )
}
