/** Work under one key is done one piece after the other, and beside it that of other keys. */
export class OneByOne {
  readonly #limit: { maxWaiting: number; refuse: () => Error } | undefined
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>()

  /** Whoever asks for more than may wait is refused. */
  constructor(limit?: { maxWaiting: number; refuse: () => Error }) {
    this.#limit = limit
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (this.#limit && queue.length > this.#limit.maxWaiting) throw this.#limit.refuse()
    const own = queue.length === 0 ? work() : queue.last.then(work, work)
    queue.last = own
    queue.length++
    this.#queues.set(key, queue)
    try {
      return await own
    } finally {
      queue.length--
      if (queue.length === 0) this.#queues.delete(key)
    }
  }
}
