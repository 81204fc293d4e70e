import type { Task } from '@awan/protocol/drive'

/** How fast bytes come, as far as two looks at a task tell. */
export interface TaskRate {
  atMs: number
  bytes: number
  perSecond: number | undefined
}

/** A look after less than that tells more about the moment than about the speed. */
const LEAST_MS = 500
/** How much the newest look counts. */
const NEWEST = 0.5

export function nextRate(
  before: TaskRate | undefined,
  { bytes }: Pick<Task, 'bytes'>,
  nowMs: number,
): TaskRate | undefined {
  if (!bytes) return undefined
  // After a crash of the server some of it comes again.
  if (!before || bytes.done < before.bytes) {
    return { atMs: nowMs, bytes: bytes.done, perSecond: before?.perSecond }
  }
  const passedMs = nowMs - before.atMs
  if (passedMs < LEAST_MS) return before
  const newest = ((bytes.done - before.bytes) / passedMs) * 1000
  const perSecond =
    before.perSecond === undefined ? newest : before.perSecond * (1 - NEWEST) + newest * NEWEST
  return { atMs: nowMs, bytes: bytes.done, perSecond }
}
