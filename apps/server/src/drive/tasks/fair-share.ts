/** So many of some workers work for one asker at most, so that nobody keeps all of them. */
export class FairShare {
  readonly #each: number
  readonly #counts = new Map<string, number>()

  constructor(each = Number.POSITIVE_INFINITY) {
    this.#each = each
  }

  /** Who has enough. */
  get full(): string[] {
    return [...this.#counts].flatMap(([asker, count]) => (count >= this.#each ? [asker] : []))
  }

  /** False for one who has enough. */
  join(asker: string): boolean {
    const count = this.#counts.get(asker) ?? 0
    if (count >= this.#each) return false
    this.#counts.set(asker, count + 1)
    return true
  }

  leave(asker: string): void {
    const count = (this.#counts.get(asker) ?? 0) - 1
    if (count > 0) this.#counts.set(asker, count)
    else this.#counts.delete(asker)
  }
}
