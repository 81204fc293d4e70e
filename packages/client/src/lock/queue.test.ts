import { expect, test } from 'vitest'
import { DEFAULT_CONCURRENCY } from '../constants.ts'
import { caught } from '../testing/caught.ts'
import { createQueue, type QueueOptions } from './queue.ts'

/** Tasks that end when they are told to. */
function createTasks() {
  const started: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  return {
    started,
    end: (index: number) => ends[index]?.resolve(index),
    fail: (index: number, error: unknown) => ends[index]?.reject(error),
    task(index: number) {
      const end = Promise.withResolvers<number>()
      ends[index] = end
      return () => {
        started.push(index)
        return end.promise
      }
    },
  }
}

test.each([[undefined], [{}], [{ concurrency: undefined }], [{ concurrency: 1 }]])(
  '[LCK-12] [CON-16] the queue runs 1 at a time by default: %j',
  async (options) => {
    expect(DEFAULT_CONCURRENCY).toBe(1)
    const queue = createQueue(options)
    const { started, end, task } = createTasks()
    const added = [0, 1, 2].map((index) => queue.add(task(index)))
    expect([started, queue.running, queue.waiting]).toEqual([[0], 1, 2])
    end(0)
    expect(await added[0]).toBe(0)
    end(1)
    expect(await added[1]).toBe(1)
    expect([started, queue.running, queue.waiting]).toEqual([[0, 1, 2], 1, 0])
    end(2)
    expect(await Promise.all(added)).toEqual([0, 1, 2])
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  },
)

test('a queue runs no more tasks in parallel than its concurrency', async () => {
  const queue = createQueue({ concurrency: 2 })
  const { started, end, task } = createTasks()
  const added = [0, 1, 2, 3].map((index) => queue.add(task(index)))
  expect([started, queue.running, queue.waiting]).toEqual([[0, 1], 2, 2])
  end(1)
  await added[1]
  expect([queue.running, queue.waiting]).toEqual([2, 1])
  for (const index of [0, 2, 3]) end(index)
  await Promise.all(added)
  expect(started).toEqual([0, 1, 2, 3])
})

test('a task added when another ends does not overtake a waiting task', async () => {
  const queue = createQueue()
  const { started, end, task } = createTasks()
  const first = task(0)
  let late: Promise<number> | undefined
  void queue.add(() => {
    const ended = first()
    // Registered here, it runs after the queue has seen the end and before the next task starts.
    queueMicrotask(() => {
      late = ended.then(() => queue.add(task(2)))
    })
    return ended
  })
  const second = queue.add(task(1))
  await Promise.resolve()
  end(0)
  end(1)
  await second
  end(2)
  await late
  expect(started).toEqual([0, 1, 2])
})

test('a failing task rejects only its own caller, and the next one runs', async () => {
  const queue = createQueue()
  const error = new Error('broken')
  const outcomes = await Promise.allSettled([
    queue.add(() => {
      throw error
    }),
    queue.add(() => Promise.reject(error)),
    queue.add(() => 'fine'),
  ])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'fine' },
  ])
  expect(queue.running).toBe(0)
})

test('a task may add another one, which runs after it', async () => {
  const queue = createQueue()
  const order: string[] = []
  let inner: Promise<unknown> | undefined
  await queue.add(() => {
    inner = queue.add(() => order.push('inner'))
    order.push('outer')
  })
  await inner
  expect(order).toEqual(['outer', 'inner'])
})

test('whenIdle resolves immediately when nothing runs, otherwise when everything has ended', async () => {
  const queue = createQueue({ concurrency: 2 })
  await queue.whenIdle()
  const { end, fail, task } = createTasks()
  const added = [0, 1, 2].map((index) => queue.add(task(index)))
  let isIdle = false
  const idle = Promise.all([queue.whenIdle(), queue.whenIdle()]).then(() => {
    isIdle = true
  })
  fail(0, new Error('broken'))
  await expect(added[0]).rejects.toThrow('broken')
  end(1)
  await added[1]
  expect(isIdle).toBe(false)
  end(2)
  await idle
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

test.each([[undefined], [null], ['task'], [{}], [Promise.resolve()]])(
  'a task that is not a function is refused and not queued: %o',
  async (task) => {
    const queue = createQueue()
    expect(await caught(queue.add(task as () => void))).toMatchObject({
      error: 'local',
      description: 'wrong options param: task',
    })
    expect([queue.running, queue.waiting]).toEqual([0, 0])
  },
)

const wrongOptions: unknown[] = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null]

test.each<unknown[]>([...wrongOptions.map((concurrency) => [{ concurrency }]), [null], [3], ['x']])(
  'a concurrency that is not a positive whole number is refused: %o',
  (options) => {
    expect(() => createQueue(options as QueueOptions)).toThrow(
      expect.objectContaining({ error: 'local', description: 'wrong options param: concurrency' }),
    )
  },
)
