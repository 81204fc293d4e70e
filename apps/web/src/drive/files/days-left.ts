const DAY_MS = 86_400_000

/** Days until something in the trash goes for good, a begun one too; none when it may go any hour. */
export function daysLeft(trashedTime: string, keptDays: number, now: number): number {
  const goesAt = Date.parse(trashedTime) + keptDays * DAY_MS
  return Math.max(0, Math.ceil((goesAt - now) / DAY_MS))
}
