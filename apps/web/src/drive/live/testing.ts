import type { Changes, ListChangesQuery } from '@awan/client/drive'
import { createMemoryRuntime } from '@awan/client/memory'
import type { Change } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'

type Options = Parameters<Changes['events']>[0]
type Read = Awaited<ReturnType<Changes['list']>>

/** A clock that stands still until it is moved, and the two ways in which live parts wait for it. */
export function createLiveClock() {
  const { startTimer, advance, timerOf } = createMemoryRuntime()
  const wait = (delayMs: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const stop = startTimer(delayMs, resolve)
      signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  return {
    startTimer,
    wait,
    /** Moves the clock past a wait of this length, once somebody waits so. */
    async pass(delayMs: number) {
      await timerOf(delayMs)
      advance(delayMs)
    },
  }
}

export function changeOf(id: string): Change {
  return { id, seq: 1, deleted: true }
}

/** The journal of a drive: what was written is read from any cursor on, a few at a time. */
export function createJournal({ pageSize = 1000 } = {}) {
  const entries: Change[] = []
  const asked: { cursor?: string | undefined; wait?: number | undefined }[] = []
  let failure: ServiceError | undefined
  let waiting = Promise.withResolvers<void>()
  return {
    asked,
    write(...ids: string[]) {
      entries.push(...ids.map(changeOf))
      waiting.resolve()
      waiting = Promise.withResolvers()
    },
    /** The next question is answered so. */
    failOnce(name: 'unreachable' | 'out_of_range') {
      failure = new ServiceError(name)
    },
    async list({ cursor, wait }: ListChangesQuery = {}, { signal }: Options = {}): Promise<Read> {
      asked.push({ cursor, ...(wait === undefined ? {} : { wait }) })
      const failed = failure
      failure = undefined
      if (failed) throw failed
      if (cursor === undefined) {
        const seq = entries.length
        return { changes: [], cursor: String(seq), has_more: false, seq }
      }
      if (wait !== undefined && Number(cursor) === entries.length) {
        await Promise.race([waiting.promise, cancelledBy(signal)])
      }
      const end = Math.min(Number(cursor) + pageSize, entries.length)
      const changes = entries.slice(Number(cursor), end)
      return { changes, cursor: String(end), has_more: end < entries.length, seq: end }
    },
  }
}

/** Fails when the signal ends. */
export function cancelledBy(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new ServiceError('cancelled'))
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end)
  })
}
