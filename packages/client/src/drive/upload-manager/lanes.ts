export interface Lanes<Work> {
  /** Begins what may begin. */
  fill(): void
  running(): Iterable<Work>
  readonly size: number
  /** Asks one to stop, or all of them. */
  stop(work: Work): void
  stopAll(): void
}

export interface LanesOptions<Work> {
  /** How many may run now; those that run already are not stopped by it. */
  limit: () => number
  take: () => Work | undefined
  /** Settles everything about its work, failures too. */
  run: (work: Work, signal: AbortSignal) => Promise<void>
  /** Told after each, when its lane is free. */
  onFree: () => void
}

/** Work side by side: whenever a lane becomes free it takes what is next. */
export function createLanes<Work>(options: LanesOptions<Work>): Lanes<Work> {
  const { limit, take, run, onFree } = options
  const running = new Map<Work, AbortController>()

  function fill(): void {
    while (running.size < limit()) {
      const work = take()
      if (work === undefined) return
      const stop = new AbortController()
      running.set(work, stop)
      void run(work, stop.signal).finally(() => {
        running.delete(work)
        onFree()
        fill()
      })
    }
  }

  return {
    fill,
    running: () => running.keys(),
    get size() {
      return running.size
    },
    stop: (work) => running.get(work)?.abort(),
    stopAll() {
      for (const stop of running.values()) stop.abort()
    },
  }
}
