import type { Translate } from './keys.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** `4.8 MB`: two or three digits that matter, in powers of a thousand as disks are sold. */
export function formatBytes(bytes: number, tag: string): string {
  let unit = 0
  let value = bytes
  // 999.95 kB would be shown as 1,000 kB: the next unit says it better.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return numberFormat(tag, {
    style: 'unit',
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value)
}

/** `Today 09:12`, `Yesterday`, `12 Nov`, `12 Nov 2025`, as near as it needs to be. */
export function formatWhen(
  time: Date,
  now: Date,
  { t, tag }: { t: Translate; tag: string },
): string {
  const days = calendarDay(now) - calendarDay(time)
  if (days === 0) return t('date.today', { time: formatClock(time, tag) })
  if (days === 1) return t('date.yesterday')
  return dateFormat(tag, {
    day: 'numeric',
    month: 'short',
    ...(time.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  }).format(time)
}

/** `09:12`. */
export function formatClock(time: Date, tag: string): string {
  return dateFormat(tag, { hour: '2-digit', minute: '2-digit' }).format(time)
}

/** `12 Nov 2026, 09:12`: for lists in which the time of the day counts. */
export function formatMoment(time: Date, tag: string): string {
  return dateFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}

/** The whole truth, for a tooltip. */
export function formatExactly(time: Date, tag: string): string {
  return dateFormat(tag, { dateStyle: 'full', timeStyle: 'short' }).format(time)
}

export function formatPercent(fraction: number, tag: string): string {
  return numberFormat(tag, { style: 'percent' }).format(fraction)
}

/** `18 s`, `3 min`, `2 hr`: how long something will still take. */
export function formatDuration(seconds: number, tag: string): string {
  const [value, unit] =
    seconds < 60
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 3600
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour']
  return numberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

/** Days since an epoch in local time, so that midnight and daylight saving are respected. */
function calendarDay(time: Date): number {
  return Math.round(
    Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / (24 * 60 * 60 * 1000),
  )
}

/** To make a format costs a hundred times as much as to use it, and a list says a dozen things per frame. */
function keeping<Options extends object, Format>(
  make: (tag: string, options: Options) => Format,
): (tag: string, options: Options) => Format {
  const kept = new Map<string, Format>()
  return (tag, options) => {
    const key = tag + JSON.stringify(options)
    const format = kept.get(key) ?? make(tag, options)
    kept.set(key, format)
    return format
  }
}

const numberFormat = keeping(
  (tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
)
const dateFormat = keeping(
  (tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
)
