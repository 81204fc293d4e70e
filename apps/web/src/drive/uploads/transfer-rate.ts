const WINDOW_MS = 8_000

/** How fast bytes have been going lately. Old seconds are forgotten, so that a stall shows. */
export interface TransferRate {
  add(bytes: number): void
  /** Zero until there is enough to judge by. */
  bytesPerSecond(): number
  reset(): void
}

export function createTransferRate(now: () => number): TransferRate {
  let samples: { atMs: number; bytes: number }[] = []
  let startedMs: number | undefined

  return {
    add(bytes) {
      startedMs ??= now()
      samples.push({ atMs: now(), bytes })
    },
    bytesPerSecond() {
      if (startedMs === undefined) return 0
      const from = Math.max(startedMs, now() - WINDOW_MS)
      samples = samples.filter(({ atMs }) => atMs >= from)
      const elapsedMs = now() - from
      if (elapsedMs < 500) return 0
      return (samples.reduce((sum, { bytes }) => sum + bytes, 0) / elapsedMs) * 1000
    },
    reset() {
      samples = []
      startedMs = undefined
    },
  }
}
