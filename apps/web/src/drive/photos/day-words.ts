import type { Translate } from '../../i18n/keys.ts'

interface WordOptions {
  t: Translate
  tag: string
}

/** `Today`, `Yesterday`, `Sunday, 15 November`, with the year where it is another. */
export function dayWords(date: string, now: Date, { t, tag }: WordOptions): string {
  return nearWords(date, now, t) ?? formatDay(date, now, { tag, isShort: false })
}

/** `Sun, 15 Nov` or `15 Nov 2024`: where a day is as narrow as its one picture. */
export function shortDayWords(date: string, now: Date, { t, tag }: WordOptions): string {
  return nearWords(date, now, t) ?? formatDay(date, now, { tag, isShort: true })
}

/** `November 2026`. */
export function monthWords(month: string, tag: string): string {
  return monthFormat(tag, { month: 'long', year: 'numeric' }).format(dayNumber(`${month}-01`))
}

/** `November`, and the year that it is in. */
export function monthAndYear(month: string, tag: string): { name: string; year: string } {
  const at = dayNumber(`${month}-01`)
  return {
    name: monthFormat(tag, { month: 'long' }).format(at),
    year: monthFormat(tag, { year: 'numeric' }).format(at),
  }
}

function nearWords(date: string, now: Date, t: Translate): string | undefined {
  const daysAgo = (dayNumber(toLocalDate(now)) - dayNumber(date)) / DAY_MS
  if (daysAgo === 0) return t('photos.today')
  return daysAgo === 1 ? t('date.yesterday') : undefined
}

function formatDay(
  date: string,
  now: Date,
  { tag, isShort }: { tag: string; isShort: boolean },
): string {
  const isThisYear = date.slice(0, 4) === String(now.getFullYear())
  const length = isShort ? 'short' : 'long'
  const weekday = isShort && !isThisYear ? {} : ({ weekday: length } as const)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return monthFormat(tag, { ...weekday, day: 'numeric', month: length, ...year }).format(
    dayNumber(date),
  )
}

/** A formatter takes longer to make than a frame has for all of its dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

function monthFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format
}

const DAY_MS = 86_400_000

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function toLocalDate(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
