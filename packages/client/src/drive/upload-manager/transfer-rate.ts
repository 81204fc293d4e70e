/** Long enough that requests of five seconds each give a steady figure. */
const WINDOW_S = 15
/** Before that a rate is a guess. */
const MIN_ELAPSED_MS = 1000

/** How fast bytes have been going lately. Old seconds are forgotten, so that a stall shows. */
export interface TransferRate {
  add(bytes: number): void
  /** Zero until there is enough to judge by. */
  bytesPerSecond(): number
  /** Begins anew, as after a pause. */
  reset(): void
}

/** A sum per second, so that a thousand answers in one take no more room than one. */
export function createTransferRate(now: () => number): TransferRate {
  let seconds = new Map<number, number>()
  let startedMs: number | undefined

  function forgetOld(): void {
    const oldest = toSecond(now()) - WINDOW_S
    for (const second of seconds.keys()) if (second <= oldest) seconds.delete(second)
  }

  return {
    add(bytes) {
      startedMs ??= now()
      const second = toSecond(now())
      seconds.set(second, (seconds.get(second) ?? 0) + bytes)
      forgetOld()
    },
    bytesPerSecond() {
      if (startedMs === undefined) return 0
      forgetOld()
      const elapsedMs = Math.min(now() - startedMs, (WINDOW_S - 1) * 1000 + (now() % 1000))
      if (elapsedMs < MIN_ELAPSED_MS) return 0
      const bytes = [...seconds.values()].reduce((sum, each) => sum + each, 0)
      return (bytes / elapsedMs) * 1000
    },
    reset() {
      seconds = new Map()
      startedMs = undefined
    },
  }
}

function toSecond(ms: number): number {
  return Math.floor(ms / 1000)
}
