/** Some work that is asked for often and done seldom. */
export interface Paced {
  ask(): void
  /** Resolves when no work is being done any more. */
  stop(): Promise<void>
}

/** Runs it at once when it is asked for, and then at most once in `everyMs`, one run at a time; the last ask is never lost. */
export function paced(work: () => Promise<void>, everyMs: number): Paced {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isAsked = false
  let isOver = false
  let ranAt = Number.NEGATIVE_INFINITY

  function plan(): void {
    if (isOver || !isAsked || timer !== undefined || running !== undefined) return
    const waitMs = Math.max(0, ranAt + everyMs - performance.now())
    timer = setTimeout(run, waitMs)
  }

  function run(): void {
    timer = undefined
    isAsked = false
    ranAt = performance.now()
    running = work().finally(() => {
      running = undefined
      plan()
    })
  }

  return {
    ask() {
      isAsked = true
      plan()
    },
    async stop() {
      isOver = true
      clearTimeout(timer)
      await running
    },
  }
}
