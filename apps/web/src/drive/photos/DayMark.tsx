import { classNames } from '../../ui/class-names.ts'
import { CheckMark } from './CheckMark.tsx'

/** Chooses all pictures of a day, or lets them go. Shown to a pointer at the day, and while one chooses. */
export function DayMark({
  label,
  isChosen,
  isChoosing,
  onPress,
}: {
  label: string
  isChosen: boolean
  isChoosing: boolean
  onPress: () => void
}) {
  return (
    <label
      className={classNames(
        'ms-1 grid size-11 shrink-0 cursor-pointer place-items-center rounded-full transition-opacity duration-[120ms] group-hover/day:opacity-100 has-focus-visible:opacity-100 has-focus-visible:outline-2 has-focus-visible:-outline-offset-8 has-focus-visible:outline-accent',
        isChoosing ? 'opacity-100' : 'opacity-0 pointer-coarse:hidden',
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={onPress}
        // To the pictures, Space means the one that the keys are at.
        onKeyDown={(event) => {
          if (event.key === ' ') event.stopPropagation()
        }}
        className="sr-only"
      />
      <CheckMark isChosen={isChosen} />
    </label>
  )
}
