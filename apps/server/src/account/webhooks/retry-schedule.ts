import type { Random } from '../../kernel/id.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long after a failed attempt the next one follows: ten attempts over three days. */
const waitsMs = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/** Up to a tenth more by chance, so that a receiver that comes back is not hit by all at once. */
export function nextAttemptAt(
  attempts: number,
  { nowMs, random }: { nowMs: number; random: Random },
): number | null {
  const waitMs = waitsMs[attempts - 1]
  return waitMs === undefined ? null : nowMs + waitMs + random.integer(waitMs / 10)
}
