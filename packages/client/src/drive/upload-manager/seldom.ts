import type { Runtime } from '../../runtime/runtime.ts'

export interface Seldom {
  /** Calls now, or as soon as it may be called again. */
  (): void
  dispose(): void
}

/** Lets something be called at most once in a time, and never forgets the last call. */
export function seldom(
  runtime: Pick<Runtime, 'now' | 'startTimer'>,
  everyMs: number,
  call: () => void,
): Seldom {
  let lastMs = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined

  function callNow(): void {
    stopTimer = undefined
    lastMs = runtime.now()
    call()
  }

  return Object.assign(
    () => {
      if (stopTimer) return
      const restMs = lastMs + everyMs - runtime.now()
      // A clock that was set back must not silence it.
      if (restMs <= 0 || restMs > everyMs) callNow()
      else stopTimer = runtime.startTimer(restMs, callNow)
    },
    { dispose: () => stopTimer?.() },
  )
}
