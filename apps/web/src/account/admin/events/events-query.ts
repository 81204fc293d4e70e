import type { EventSearch } from './event-search.ts'

/** What the address says, as the server is asked. */
export function toEventsQuery({ type, sub, from, to }: EventSearch) {
  return {
    ...(type !== undefined && { type }),
    ...(sub !== undefined && { sub }),
    ...(from !== undefined && { from: startOf(from, 0).toISOString() }),
    ...(to !== undefined && { to: startOf(to, 1).toISOString() }),
  }
}

/** A day begins at midnight where the person is. */
function startOf(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
