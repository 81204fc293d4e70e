/** The last second of a day as a date field writes it, where the reader is. */
export function toEndOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

/** As a date field wants it; nothing where there is no end. */
export function toDay(time: string | undefined): string {
  if (time === undefined) return ''
  const at = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

export function isOver(day: string, now: Date): boolean {
  return day !== '' && new Date(`${day}T23:59:59`) <= now
}
