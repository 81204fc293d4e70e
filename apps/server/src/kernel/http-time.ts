/**
 * What `new Date(ms).toUTCString()` gives, in a fraction of the time: it is the date of each entry of a folder that a client
 * of WebDAV lists.
 */
export function toHttpTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  const seconds = Math.floor((ms - day * DAY_MS) / 1000)
  const hour = TWO_DIGITS[Math.floor(seconds / 3600)]
  const minute = TWO_DIGITS[Math.floor(seconds / 60) % 60]
  return `${dateOf(day)}${hour}:${minute}:${TWO_DIGITS[seconds % 60]} GMT`
}

const DAY_MS = 86_400_000
const MAX_DAYS = 4096
const TWO_DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
/** Files come in crowds: few days are the dates of many. */
const dates = new Map<number, string>()

function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const midnight = new Date(day * DAY_MS)
  if (Number.isNaN(midnight.getTime())) throw new RangeError('Invalid time value')
  const date = midnight.toUTCString().replace('00:00:00 GMT', '')
  if (dates.size === MAX_DAYS) dates.clear()
  dates.set(day, date)
  return date
}
