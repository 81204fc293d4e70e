import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DayMark } from './DayMark.tsx'
import { dayWords, shortDayWords } from './day-words.ts'
import type { DaySection } from './timeline-layout.ts'

/** From here on there is room for the whole date. */
const WIDE_PX = 300

/** The date above the pictures of a day; over those of a long day it stays in view. */
export function DayHeading({
  section,
  mark,
}: {
  section: DaySection
  /** Absent where single pictures cannot be chosen. */
  mark: { isChosen: boolean; isChoosing: boolean; onPress: () => void } | undefined
}) {
  const { t, tag } = useLanguage()
  const { heading, date, count, isLong } = section
  const day = dayWords(date, new Date(), { t, tag })
  const isWide = heading.width >= WIDE_PX
  return (
    <h2
      className={classNames(
        'group/day pointer-events-auto flex items-center font-semibold max-md:px-2',
        !isWide && 'text-sm',
        isLong ? 'sticky top-0 z-10 bg-surface/95' : 'absolute top-0',
      )}
      style={{
        height: heading.height,
        width: isLong ? '100%' : heading.width,
        insetInlineStart: isLong ? undefined : heading.left,
      }}
    >
      <span className="truncate" title={isWide ? undefined : day}>
        {isWide ? day : shortDayWords(date, new Date(), { t, tag })}
      </span>
      {isWide ? (
        <span className="ms-2 text-sm font-normal text-muted tabular-nums">
          {new Intl.NumberFormat(tag).format(count)}
        </span>
      ) : null}
      {mark ? <DayMark label={t('photos.chooseDay', { day })} {...mark} /> : null}
    </h2>
  )
}
