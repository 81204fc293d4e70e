/** Whether the server answers, and from when what is shown is while it does not. */
export interface Reach {
  /** Nobody answers: what is shown can be looked at and not changed. */
  isLost(): boolean
  /** When the server said what is shown; undefined while it answers, and where all is as it was. */
  keptSince(): number | undefined
  subscribe(listener: () => void): () => void
  /** The server has answered; `seq` is the change number of the drive that the answer shows. */
  answered(seq?: number): void
  /** The lowest change number of the answers since the last time it was asked for. */
  takeOldestSeq(): number
  lost(): void
  showsKept(at: number): void
}

export function createReach(): Reach {
  const listeners = new Set<() => void>()
  let isLost = false
  let since: number | undefined
  let oldestSeq = Number.POSITIVE_INFINITY
  function set(next: { isLost: boolean; since: number | undefined }) {
    if (next.isLost === isLost && next.since === since) return
    isLost = next.isLost
    since = next.since
    for (const listener of listeners) listener()
  }
  return {
    isLost: () => isLost,
    keptSince: () => since,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answered(seq = oldestSeq) {
      set({ isLost: false, since: undefined })
      if (seq >= oldestSeq) return
      oldestSeq = seq
      for (const listener of listeners) listener()
    },
    takeOldestSeq() {
      const taken = oldestSeq
      oldestSeq = Number.POSITIVE_INFINITY
      return taken
    },
    lost: () => set({ isLost: true, since }),
    // The oldest of what is on the screen.
    showsKept: (at) => set({ isLost: true, since: since === undefined ? at : Math.min(since, at) }),
  }
}
