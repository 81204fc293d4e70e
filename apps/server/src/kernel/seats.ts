/** Counts what is open at the same time, so that nobody has all of it. */
export interface Seats {
  /** Gives what frees the seat again; undefined when all that `key` may have are taken. */
  take(key: string, times?: number): (() => void) | undefined
}

export function createSeats(max: number): Seats {
  const taken = new Map<string, number>()
  return {
    take(key, times = 1) {
      const count = taken.get(key) ?? 0
      if (count >= max * times) return undefined
      taken.set(key, count + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        const left = (taken.get(key) ?? 1) - 1
        if (left > 0) taken.set(key, left)
        else taken.delete(key)
      }
    },
  }
}
