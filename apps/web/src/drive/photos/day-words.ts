import type { Translate } from '../../i18n/keys.ts'

/** `Today`, `Yesterday`, `Sunday, 15 November`, with the year where it is another. */
export function dayWords(
  date: string,
  now: Date,
  { t, tag }: { t: Translate; tag: string },
): string {
  const daysAgo = (dayNumber(toLocalDate(now)) - dayNumber(date)) / DAY_MS
  if (daysAgo === 0) return t('photos.today')
  if (daysAgo === 1) return t('date.yesterday')
  return new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.slice(0, 4) === String(now.getFullYear()) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(dayNumber(date))
}

/** `November 2026`. */
export function monthWords(month: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    dayNumber(`${month}-01`),
  )
}

const DAY_MS = 86_400_000

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function toLocalDate(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
