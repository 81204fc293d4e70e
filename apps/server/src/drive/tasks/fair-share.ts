/** So many of some workers work for one person at most, so that nobody keeps all of them. */
export class FairShare {
  readonly #each: number
  readonly #counts = new Map<string, number>()

  constructor(each = Number.POSITIVE_INFINITY) {
    this.#each = each
  }

  /** Who has enough. */
  get full(): string[] {
    return [...this.#counts].flatMap(([actor, count]) => (count >= this.#each ? [actor] : []))
  }

  /** False for one who has enough. */
  join(actor: string): boolean {
    const count = this.#counts.get(actor) ?? 0
    if (count >= this.#each) return false
    this.#counts.set(actor, count + 1)
    return true
  }

  leave(actor: string): void {
    const count = (this.#counts.get(actor) ?? 0) - 1
    if (count > 0) this.#counts.set(actor, count)
    else this.#counts.delete(actor)
  }
}
