import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'

/** How a call has ended for its caller. After `unknown` it may have been done, be done later, or never. */
export type Ending = 'yes' | 'no' | 'unknown'

export interface Entry {
  at: number
  /** Who did it: a writer, a session, a follower, the nemesis. */
  who: string
  what: string
  ending?: Ending
  error?: string
  /** What is true after a yes: of each thing, by its name, what became of it. */
  effects?: Effect[]
  [more: string]: unknown
}

/** A value of null: there is nothing of this name. */
export type Effect = readonly [thing: string, value: string | null]

/** Everything that is done to the cluster and everything it answers, one JSON object a line. */
export class History {
  readonly entries: Entry[] = []
  readonly #file: WriteStream
  readonly #since = performance.now()

  constructor(path: string) {
    this.#file = createWriteStream(path)
  }

  add(entry: Omit<Entry, 'at'>): void {
    const whole = { at: Math.round(performance.now() - this.#since), ...entry } as Entry
    this.entries.push(whole)
    this.#file.write(`${JSON.stringify(whole)}\n`)
  }

  async close(): Promise<void> {
    this.#file.end()
    await once(this.#file, 'finish')
  }
}
