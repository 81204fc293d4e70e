/** The same day together, in the order in which they came. */
export function byDay<Item extends { time: string }>(
  items: readonly Item[],
): { day: Date; items: Item[] }[] {
  const days: { key: string; day: Date; items: Item[] }[] = []
  for (const item of items) {
    const day = new Date(item.time)
    const key = day.toDateString()
    const last = days.at(-1)
    if (last?.key === key) last.items.push(item)
    else days.push({ key, day, items: [item] })
  }
  return days
}
