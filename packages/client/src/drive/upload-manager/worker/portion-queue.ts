/** What comes in portions, taken one by one. Whoever brings a portion waits until it is taken. */
export interface PortionQueue<T> {
  /** Resolves when the next one is welcome, or when nobody takes any more. */
  put(portion: readonly T[]): Promise<void>
  end(): void
  entries(): AsyncIterable<T>
}

export function createPortionQueue<T>(): PortionQueue<T> {
  const portions: { portion: readonly T[]; taken: () => void }[] = []
  let isOver = false
  let wake = () => {}

  return {
    put(portion) {
      if (isOver) return Promise.resolve()
      return new Promise((taken) => {
        portions.push({ portion, taken })
        wake()
      })
    },
    end() {
      isOver = true
      wake()
      // Nobody may be left who takes them.
      for (const { taken } of portions) taken()
    },
    async *entries() {
      for (;;) {
        const next = portions.shift()
        if (next) {
          try {
            yield* next.portion
          } finally {
            // Also when somebody takes no more of it.
            next.taken()
          }
        } else if (isOver) return
        else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      }
    },
  }
}
