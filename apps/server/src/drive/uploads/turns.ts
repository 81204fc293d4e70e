/** The right to write some blocks of an upload, for as long as it is held. */
export interface Turn extends Disposable {
  /** The holder waits for its sender. Only here can it be stopped: storing is not hurried. */
  waitFor<T>(bytes: Promise<T>): Promise<T>
}

interface Holder {
  readonly first: number
  readonly last: number
  readonly stop: () => void
  readonly done: Promise<void>
  /** Counts what came from the sender. */
  steps: number
  isWaiting: boolean
}

/**
 * Whoever sends blocks that somebody is already sending waits for them to end. But a client that
 * lost its connection comes back while the server still waits on the dead one; so a holder that
 * receives nothing for a while is stopped, keeps what it has got, and the newcomer goes on.
 */
export class Turns {
  readonly #stallMs: number
  readonly #holders = new Map<string, Set<Holder>>()

  constructor(stallMs: number) {
    this.#stallMs = stallMs
  }

  async take(uploadId: string, first: number, last: number, stop: () => void): Promise<Turn> {
    for (;;) {
      const other = this.#findOverlap(uploadId, first, last)
      if (!other) return this.#hold(uploadId, first, last, stop)
      const steps = other.steps
      const isOver = await settlesWithin(other.done, this.#stallMs)
      if (!isOver && other.steps === steps && other.isWaiting) {
        other.stop()
        await other.done
      }
    }
  }

  #findOverlap(uploadId: string, first: number, last: number): Holder | undefined {
    for (const holder of this.#holders.get(uploadId) ?? []) {
      if (holder.first <= last && first <= holder.last) return holder
    }
    return undefined
  }

  #hold(uploadId: string, first: number, last: number, stop: () => void): Turn {
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    const holder: Holder = { first, last, stop, done, steps: 0, isWaiting: false }
    const holders = this.#holders.get(uploadId) ?? new Set()
    this.#holders.set(uploadId, holders.add(holder))
    return {
      async waitFor(bytes) {
        holder.isWaiting = true
        try {
          return await bytes
        } finally {
          holder.isWaiting = false
          holder.steps++
        }
      },
      [Symbol.dispose]: () => {
        holders.delete(holder)
        if (holders.size === 0) this.#holders.delete(uploadId)
        end()
      },
    }
  }
}

async function settlesWithin(done: Promise<void>, timeoutMs: number): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), timeoutMs)
  try {
    return await Promise.race([done.then(() => true), timeout])
  } finally {
    clearTimeout(timer)
  }
}
