/** However often it is asked for, it happens once, a while after the first time. */
export function createCalm(
  startTimer: (delayMs: number, fire: () => void) => () => void,
  delayMs: number,
  act: () => void,
): { ask(): void; cancel(): void } {
  let stopTimer: (() => void) | undefined
  return {
    ask() {
      stopTimer ??= startTimer(delayMs, () => {
        stopTimer = undefined
        act()
      })
    },
    cancel() {
      stopTimer?.()
      stopTimer = undefined
    },
  }
}
