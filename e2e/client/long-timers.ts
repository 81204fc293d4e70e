declare global {
  /** Timers of a page that wait for the test. */
  var longTimers: {
    delays(): number[]
    /** Fires those of this delay, as if their time had come. */
    fire(delayMs: number): void
  }
}

/** Runs in a page before its scripts: timers of 5 s and more fire when the test says so, not by the clock. */
export function holdLongTimers(): void {
  const LONG_MS = 5000
  const waiting = new Map<number, { delayMs: number; fire: () => void }>()
  const start = globalThis.setTimeout
  const stop = globalThis.clearTimeout
  let ids = 1_000_000_000

  Object.assign(globalThis, {
    setTimeout(fire: () => void, delayMs = 0) {
      if (delayMs < LONG_MS) return start(fire, delayMs)
      ids += 1
      waiting.set(ids, { delayMs, fire })
      return ids
    },
    clearTimeout(id: number) {
      if (!waiting.delete(id)) stop(id)
    },
    longTimers: {
      delays: () => [...waiting.values()].map(({ delayMs }) => delayMs),
      fire(delayMs: number) {
        for (const [id, timer] of [...waiting]) {
          if (timer.delayMs !== delayMs) continue
          waiting.delete(id)
          timer.fire()
        }
      },
    },
  })
}
