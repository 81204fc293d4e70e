const DAY_MS = 86_400_000

/** Whole days until something in the trash goes for good; none when it may go any hour. */
export function daysLeft(trashedTime: string, keptDays: number, now: number): number {
  const goesAt = Date.parse(trashedTime) + keptDays * DAY_MS
  return Math.max(0, Math.floor((goesAt - now) / DAY_MS))
}
