/** Beyond this only every second one is kept. */
const MAX_MARKS = 2_000

/** Places in a list at equal distances, which grow so that there are never too many. */
export class Marks<Mark> {
  every: number
  #marks: Mark[] = []
  /** Entries after the last mark. */
  #beyond = 0

  constructor(pageSize: number) {
    this.every = pageSize
  }

  get count(): number {
    return this.#marks.length * this.every + this.#beyond
  }

  /** Entries to the next mark. */
  get missing(): number {
    return this.every - this.#beyond
  }

  add(mark: Mark): void {
    this.#marks.push(mark)
    this.#beyond = 0
    if (this.#marks.length < MAX_MARKS) return
    this.#marks = this.#marks.filter((_, index) => index % 2 === 1)
    this.every *= 2
  }

  /** Entries that lead to no further mark. */
  pass(entries: number): void {
    this.#beyond += entries
  }

  /** A stretch that would be empty does not begin. */
  inside(): Mark[] {
    return this.#beyond === 0 ? this.#marks.slice(0, -1) : this.#marks
  }
}
