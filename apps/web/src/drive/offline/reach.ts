/** Whether what is shown comes from the server, or from what it said before. */
export interface Reach {
  /** When the server said what is shown; undefined while it answers. */
  keptSince(): number | undefined
  subscribe(listener: () => void): () => void
  answered(): void
  showsKept(at: number): void
}

export function createReach(): Reach {
  const listeners = new Set<() => void>()
  let since: number | undefined
  function set(next: number | undefined) {
    if (next === since) return
    since = next
    for (const listener of listeners) listener()
  }
  return {
    keptSince: () => since,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answered: () => set(undefined),
    // The oldest of what is on the screen.
    showsKept: (at) => set(since === undefined ? at : Math.min(since, at)),
  }
}
