/** For model-based tests: those who ask for a lock, as plain lists. */
export interface WaitingModel {
  nowMs: number
  asked: number
  waiting: { id: number; dueMs: number }[]
  granted: number[]
  timedOut: Set<number>
}

export function startWaiting(): WaitingModel {
  return { nowMs: 0, asked: 0, waiting: [], granted: [], timedOut: new Set() }
}

/** Says whether the one who asks gets the lock; otherwise it waits, or has failed already. */
export function ask(model: WaitingModel, isFree: boolean, timeout = Number.POSITIVE_INFINITY) {
  const id = model.asked++
  if (isFree) model.granted.push(id)
  else if (timeout <= 0) model.timedOut.add(id)
  else model.waiting.push({ id, dueMs: model.nowMs + timeout })
  return { id, isGranted: isFree }
}

/** Who gets the lock that has become free. */
export function serveNext(model: WaitingModel): number | undefined {
  const next = model.waiting.shift()
  if (next) model.granted.push(next.id)
  return next?.id
}

export function passTime(model: WaitingModel, ms: number): void {
  model.nowMs += ms
  for (const { id, dueMs } of model.waiting) if (dueMs <= model.nowMs) model.timedOut.add(id)
  model.waiting = model.waiting.filter(({ dueMs }) => dueMs > model.nowMs)
}
