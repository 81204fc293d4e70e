import { CalendarDays } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useLanguage } from '../../i18n/LanguageProvider.tsx'
import { Menu, MenuHeading, MenuItem } from '../../ui/Menu.tsx'
import { chipClass } from '../files/FilterChip.tsx'
import { monthAndYear } from './day-words.ts'
import { type Month, monthsOf, type PhotoDay } from './timeline-layout.ts'

/** More than sixty years of months; cameras whose clock is wrong have years of their own. */
const MOST_MONTHS = 800

/** The months that have any, by their years. */
export function JumpMenu({
  days,
  onJump,
}: {
  days: readonly PhotoDay[]
  onJump: (index: number) => void
}) {
  const { t, tag } = useLanguage()
  const years = useMemo(() => toYears(monthsOf(days).slice(0, MOST_MONTHS), tag), [days, tag])
  const number = new Intl.NumberFormat(tag)
  const picked = useRef<number>(undefined)

  /** The focus is back at the button by then, and goes on to the picture. */
  function jump() {
    if (picked.current !== undefined) onJump(picked.current)
    picked.current = undefined
  }

  return (
    <Menu
      onClosed={jump}
      trigger={
        <button type="button" className={chipClass(false)}>
          <CalendarDays aria-hidden="true" className="size-3.5" strokeWidth={2} />
          {t('photos.jump')}
        </button>
      }
    >
      {years.map(({ year, months }) => (
        <div key={year}>
          <MenuHeading>
            <span className="text-xs font-medium text-muted">{year}</span>
          </MenuHeading>
          {months.map(({ month, name, first, count }) => (
            <MenuItem
              key={month}
              onSelect={() => {
                picked.current = first
              }}
            >
              <span className="flex justify-between gap-6">
                {name}
                <span className="text-sm text-muted tabular-nums">{number.format(count)}</span>
              </span>
            </MenuItem>
          ))}
        </div>
      ))}
    </Menu>
  )
}

function toYears(months: readonly Month[], tag: string) {
  const years: { year: string; months: (Month & { name: string })[] }[] = []
  for (const month of months) {
    const { name, year } = monthAndYear(month.month, tag)
    const known = years.at(-1)
    if (known?.year === year) known.months.push({ ...month, name })
    else years.push({ year, months: [{ ...month, name }] })
  }
  return years
}
