import { DEFAULT_CONCURRENCY } from '../constants.ts'
import { wrongParam } from '../wrong-param.ts'
import { createLine } from './line.ts'

export interface QueueOptions {
  /** How many tasks run in parallel: a whole number from 1; 1 by default. */
  concurrency?: number | undefined
}

export interface Queue {
  /**
   * Runs the task when its turn comes, in the order of adding; ends as the task ends.
   *
   * @example const answer = await queue.add(() => client.user.me())
   */
  add<T>(task: () => T | Promise<T>): Promise<T>
  readonly running: number
  readonly waiting: number
  /**
   * Resolves when nothing runs and nothing waits.
   *
   * @example await queue.whenIdle()
   */
  whenIdle(): Promise<void>
}

/**
 * Tasks that take turns. A failed task fails its own caller and nobody else.
 *
 * @example
 * const queue = createQueue({ concurrency: 3 })
 * await Promise.all(files.map((file) => queue.add(() => send(file))))
 */
export function createQueue(options: QueueOptions = {}): Queue {
  const concurrency = toConcurrency(options)
  const line = createLine()
  let running = 0
  let waiting = 0
  let onIdle: (() => void)[] = []

  function end(): void {
    running--
    if (line.callNext() || running > 0) return
    for (const resolve of onIdle) resolve()
    onIdle = []
  }

  return {
    get running() {
      return running
    },
    get waiting() {
      return waiting
    },
    async add(task) {
      if (typeof task !== 'function') throw wrongParam('task')
      if (running < concurrency) running++
      else {
        waiting++
        await new Promise<void>((resolve) => {
          // Begins when it is called, so that nobody who comes in between takes the place.
          line.join(() => {
            waiting--
            running++
            resolve()
          })
        })
      }
      try {
        return await task()
      } finally {
        end()
      }
    },
    async whenIdle() {
      if (running > 0) await new Promise<void>((resolve) => void onIdle.push(resolve))
    },
  }
}

/** LCK-12, CON-16. */
function toConcurrency(options: QueueOptions): number {
  if (typeof options !== 'object' || options === null) throw wrongParam('concurrency')
  const { concurrency = DEFAULT_CONCURRENCY } = options
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) throw wrongParam('concurrency')
  return concurrency
}
