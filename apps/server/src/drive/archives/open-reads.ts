/**
 * The reads that are under way. One that breaks still writes down what it has learned, after its caller
 * has gone: whoever stops waits for it.
 */
export class OpenReads implements AsyncDisposable {
  readonly #open = new Set<Promise<void>>()

  async *follow(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#open.add(promise)
    try {
      yield* bytes
    } finally {
      this.#open.delete(promise)
      resolve()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#open)
  }
}
