import { expect, test } from 'vitest'
import { createMemoryRuntime } from './memory.ts'
import { createNamedLocks } from './named-locks.ts'

function setUp() {
  const runtime = createMemoryRuntime()
  const lock = createNamedLocks(runtime)
  const done: string[] = []
  const task = (name: string, until?: Promise<void>) => async () => {
    await until
    done.push(name)
    return name
  }
  return { runtime, lock, done, task }
}

test('tasks with the same lock name run one after the other, others run in parallel', async () => {
  const { lock, done, task } = setUp()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const first = lock('a', task('first', gate), { waitMs: 1000 })
  const second = lock('a', task('second'), { waitMs: 1000 })
  expect(await lock('b', task('other'), { waitMs: 1000 })).toBe('other')
  expect(done).toEqual(['other'])
  open()
  await Promise.all([first, second])
  expect(done).toEqual(['other', 'first', 'second'])
})

test('a task that never ends delays the others only until their wait limit', async () => {
  const { runtime, lock, done, task } = setUp()
  void lock('a', task('frozen', new Promise(() => {})), { waitMs: 1000 })
  const second = lock('a', task('second'), { waitMs: 1000 })
  await runtime.timerOf(1000)
  runtime.advance(1000)
  await second
  expect(done).toEqual(['second'])
})

test('a failing task rejects with its own error and the next one runs', async () => {
  const { lock, task } = setUp()
  const failing = lock('a', () => Promise.reject(new Error('mine')), { waitMs: 1000 })
  await expect(failing).rejects.toThrow('mine')
  expect(await lock('a', task('next'), { waitMs: 1000 })).toBe('next')
})
