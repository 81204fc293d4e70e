/** Points of one process, in memory: for calls that are too many to write each of them down. */
export class LocalPoints {
  readonly #windows = new Map<string, { points: number; expiresAt: number }>()

  /** How long to wait when more than so many were taken within the window; nothing is 0. */
  take(key: string, limit: { points: number; perSeconds: number }, nowMs: number): number {
    const known = this.#windows.get(key)
    if (!known || known.expiresAt <= nowMs) {
      this.#windows.set(key, { points: 1, expiresAt: nowMs + limit.perSeconds * 1000 })
      return 0
    }
    known.points++
    return known.points > limit.points ? known.expiresAt - nowMs : 0
  }

  removeExpired(nowMs: number): void {
    for (const [key, { expiresAt }] of this.#windows) {
      if (expiresAt <= nowMs) this.#windows.delete(key)
    }
  }
}
