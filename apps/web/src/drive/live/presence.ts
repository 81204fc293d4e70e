/** Whether somebody may be looking at this page, and when it is worth to try again. */
export interface Presence {
  /** False once the page has been out of sight for long. */
  isHere(): boolean
  subscribe(listener: () => void): () => void
  /** Waits, but not when the network comes back or the page comes into sight. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>
  dispose(): void
}

/** Who comes back within this time finds everything as it is. */
const AWAY_AFTER_MS = 5 * 60_000

export function createPresence(
  startTimer: (delayMs: number, fire: () => void) => () => void,
): Presence {
  const listeners = new Set<() => void>()
  let isAway = false
  let stopTimer = () => {}

  function set(next: boolean): void {
    if (isAway === next) return
    isAway = next
    for (const listener of listeners) listener()
  }
  function onVisibility(): void {
    stopTimer()
    if (document.visibilityState === 'hidden')
      stopTimer = startTimer(AWAY_AFTER_MS, () => set(true))
    else set(false)
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()

  return {
    isHere: () => !isAway,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wait: (delayMs, signal) =>
      new Promise((resolve) => {
        const over = new AbortController()
        const end = () => {
          stop()
          over.abort()
          resolve()
        }
        const stop = startTimer(delayMs, end)
        const onceOver = { signal: over.signal }
        signal.addEventListener('abort', end, onceOver)
        addEventListener('online', end, onceOver)
        document.addEventListener('visibilitychange', end, onceOver)
        if (signal.aborted) end()
      }),
    dispose() {
      stopTimer()
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
