import { type PointerEvent, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../i18n/LanguageProvider.tsx'
import { classNames } from '../../ui/class-names.ts'
import { monthWords } from './day-words.ts'
import type { Month } from './timeline-layout.ts'

/** Years nearer to each other than this are not all named. */
const LABEL_PX = 22

/** The way through the years: a rail beside the timeline, with the month that one is in. */
export function Scrubber({
  months,
  position,
  railPx,
  onMove,
}: {
  months: readonly (Month & { at: number })[]
  /** Between 0 and 1, as the months' own. */
  position: number
  railPx: number
  onMove: (position: number) => void
}) {
  const t = useTexts()
  const { tag } = useLanguage()
  const rail = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const current = monthAt(months, position)
  const words = current ? monthWords(current.month, tag) : ''
  const index = current ? months.indexOf(current) : 0

  function follow(event: PointerEvent) {
    const box = rail.current?.getBoundingClientRect()
    if (box) onMove(Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)))
  }

  function step(by: number) {
    const next = months[Math.min(months.length - 1, Math.max(0, index + by))]
    if (next) onMove(next.at)
  }

  return (
    <div
      ref={rail}
      role="slider"
      tabIndex={0}
      aria-label={t('photos.scrubber')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={months.length}
      aria-valuenow={index + 1}
      aria-valuetext={words}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
        const far = { PageDown: 12, PageUp: -12, Home: -months.length, End: months.length }[
          event.key
        ]
        if (by === undefined && far === undefined) return
        event.preventDefault()
        step(by ?? far ?? 0)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(true)
        follow(event)
      }}
      onPointerMove={(event) => {
        if (isHeld) follow(event)
      }}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      className="group absolute top-3 bottom-3 end-0 z-20 max-md:bottom-22 w-11 cursor-ns-resize touch-none select-none md:w-14"
    >
      {yearsOf(months, railPx).map(({ year, at }) => (
        <span
          key={year}
          aria-hidden="true"
          className={classNames(
            'absolute end-4 -translate-y-1/2 text-xs font-medium text-muted tabular-nums transition-opacity max-md:rounded-full max-md:bg-surface/90 max-md:px-1.5 max-md:opacity-0',
            isHeld && 'max-md:opacity-100',
          )}
          style={{ top: `${at * 100}%` }}
        >
          {year}
        </span>
      ))}
      <span
        aria-hidden="true"
        className="absolute end-1 h-9 w-1.5 -translate-y-1/2 rounded-full bg-accent"
        style={{ top: `${position * 100}%` }}
      />
      <span
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute end-12 -translate-y-1/2 rounded-full bg-raised px-3 py-1.5 text-sm font-semibold whitespace-nowrap text-text opacity-0 shadow-float transition-opacity duration-[120ms] group-hover:opacity-100 group-focus-visible:opacity-100',
          isHeld && 'opacity-100',
        )}
        style={{ top: `${position * 100}%` }}
      >
        {words}
      </span>
    </div>
  )
}

function monthAt<M extends { at: number }>(months: readonly M[], position: number): M | undefined {
  return months.findLast(({ at }) => at <= position + 1e-6) ?? months[0]
}

/** Where each year begins, as far as there is room to say so. */
function yearsOf(months: readonly (Month & { at: number })[], railPx: number) {
  const years: { year: string; at: number }[] = []
  for (const { month, at } of months) {
    const year = month.slice(0, 4)
    const last = years.at(-1)
    if (last?.year === year) continue
    if (last && (at - last.at) * railPx < LABEL_PX) continue
    years.push({ year, at })
  }
  return years
}
