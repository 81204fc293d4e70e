/** With which day a spreadsheet begins to count: 1900, or 1904 as the first ones for the Macintosh did. */
export type DateSystem = 1900 | 1904

const DAY_MS = 24 * 60 * 60 * 1000

/** The last day that spreadsheets know, in the year 9999. */
const MAX_SERIAL = 2_958_466

/**
 * The moment that a number of days means, as if clocks were those of UTC. Undefined outside of the calendar.
 *
 * The system of 1900 counts a 29 February 1900 that never was: what is before it is one day off.
 */
export function toDate(serial: number, system: DateSystem): Date | undefined {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return undefined
  const start =
    system === 1904
      ? Date.UTC(1904, 0, 1)
      : serial < 60
        ? Date.UTC(1899, 11, 31)
        : Date.UTC(1899, 11, 30)
  return new Date(start + Math.round(serial * DAY_MS))
}

/** The number that spreadsheets of 1900 write for `2026-11-19` or `2026-11-19T09:30:00`. */
export function toSerial(iso: string): number | undefined {
  const match = /^(-?\d{1,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?/.exec(iso)
  if (!match) return undefined
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0] = match
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const days = (time - Date.UTC(1899, 11, 30)) / DAY_MS
  const part = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (days < 61 ? days - 1 : days) + part / 86_400
}

/** The days of `PT09H30M00S`. */
export function durationDays(duration: string): number | undefined {
  const match =
    /^(-?)P(?:(\d{1,9})D)?T?(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?$/.exec(
      duration,
    )
  if (!match) return undefined
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = '0'] = match
  const part = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))
  return (sign === '-' ? -1 : 1) * (Number(days) + part / 86_400)
}
