import { dayOf, rowAtHeight, rowOf, type Timeline } from './timeline-layout.ts'

/** What is at the top of the view: it stays there when the timeline is laid out again. */
export interface TimelineAnchor {
  date: string
  /** Which of the pictures of the day. */
  at: number
  /** How far the view is below the top of its row. */
  offsetPx: number
}

export function anchorAt(timeline: Timeline, top: number): TimelineAnchor | undefined {
  const row = timeline.rows[rowAtHeight(timeline, top)]
  if (!row) return undefined
  const dayAt = dayOf(timeline, row.first)
  const { date = '' } = timeline.days[dayAt] ?? {}
  return { date, at: row.first - (timeline.firsts[dayAt] ?? 0), offsetPx: top - row.top }
}

/** Where it is now; where its day is gone, the next earlier one. */
export function topOfAnchor(timeline: Timeline, { date, at, offsetPx }: TimelineAnchor): number {
  const { days, firsts, rows } = timeline
  const dayAt = days.findIndex((day) => day.date <= date)
  const day = days[dayAt]
  if (!day) return timeline.height
  const inside = day.date === date ? Math.min(at, day.count - 1) : 0
  const row = rows[rowOf(timeline, (firsts[dayAt] ?? 0) + inside)]
  return row ? row.top + Math.min(offsetPx, row.headingPx + row.heightPx) : 0
}
