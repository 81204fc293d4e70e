import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { DEFAULT_LOCK_TIMEOUT_MS } from '../constants.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import { createLock } from './lock.ts'
import type { LockOptions } from './turns.ts'

const YEAR_MS = 31_536_000_000

function setUp() {
  const runtime = createMemoryRuntime()
  return { runtime, lock: createLock(runtime) }
}

test('[LCK-7] a lock is held once, and a second lock waits for the unlock', async () => {
  const { lock } = setUp()
  expect(lock.isHeld()).toBe(false)
  await lock.lock()
  expect(lock.isHeld()).toBe(true)
  const entered: string[] = []
  const second = lock.lock().then(() => entered.push('second'))
  await Promise.resolve()
  expect(entered).toEqual([])
  lock.unlock()
  await second
  lock.unlock()
  expect(lock.isHeld()).toBe(false)
})

test('a free lock is held as soon as lock is called', () => {
  const { lock } = setUp()
  void lock.lock()
  expect(lock.isHeld()).toBe(true)
})

test('[LCK-5] an unlock wakes the waiters one by one, in the order of their calls', async () => {
  const { lock } = setUp()
  const entered: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, (_each, index) =>
      lock.run(async () => {
        await Promise.resolve()
        entered.push(index)
      }),
    ),
  )
  expect(entered).toEqual(Array.from({ length: 100 }, (_each, index) => index))
})

test('a lock stays held when it passes to a waiter, so a later call cannot overtake', async () => {
  const { lock } = setUp()
  const entered: string[] = []
  await lock.lock()
  const waiter = lock.lock().then(() => entered.push('waiter'))
  lock.unlock()
  expect(lock.isHeld()).toBe(true)
  const late = lock.lock().then(() => entered.push('late'))
  await waiter
  lock.unlock()
  await late
  expect(entered).toEqual(['waiter', 'late'])
})

test('[LCK-6] [ERR-8] a waiter fails with lock timeout exactly when its timeout has passed', async () => {
  const { runtime, lock } = setUp()
  await lock.lock()
  let failed = false
  const waiter = caught(lock.lock({ timeout: 5000 })).finally(() => {
    failed = true
  })
  runtime.advance(4999)
  await Promise.resolve()
  expect(failed).toBe(false)
  runtime.advance(1)
  expect(await waiter).toMatchObject({ error: 'local', code: 8001, description: 'lock timeout' })
})

test('[LCK-6] a waiter that timed out never gets the lock later', async () => {
  const { runtime, lock } = setUp()
  await lock.lock()
  const lost = caught(lock.lock({ timeout: 100 }))
  const next = lock.lock()
  runtime.advance(100)
  await lost
  lock.unlock()
  await next
  lock.unlock()
  expect(lock.isHeld()).toBe(false)
})

test('[LCK-6] the timeout limits only the waiting, not how long the lock is held', async () => {
  const { runtime, lock } = setUp()
  await lock.lock()
  const waiter = lock.lock({ timeout: 100 })
  lock.unlock()
  runtime.advance(1000)
  await waiter
  expect(lock.isHeld()).toBe(true)
})

test.each([0, -1, Number.NEGATIVE_INFINITY])(
  '[LCK-8] a timeout of %d takes a free lock, and fails at once on a held one',
  async (timeout) => {
    const { lock } = setUp()
    await lock.lock({ timeout })
    expect((await caught(lock.lock({ timeout }))).description).toBe('lock timeout')
    lock.unlock()
    expect(lock.isHeld()).toBe(false)
  },
)

test.each([undefined, {}, { timeout: undefined }, { timeout: Number.POSITIVE_INFINITY }])(
  '[LCK-11] [CON-15] without a timeout a lock waits without limit: %j',
  async (options) => {
    expect(DEFAULT_LOCK_TIMEOUT_MS).toBeUndefined()
    const { runtime, lock } = setUp()
    await lock.lock()
    const waiter = lock.lock(options)
    runtime.advance(YEAR_MS)
    lock.unlock()
    await waiter
    expect(lock.isHeld()).toBe(true)
  },
)

test('a timeout too long for a timer is no timeout, instead of firing immediately', async () => {
  const delays: number[] = []
  const lock = createLock({
    now: () => 0,
    startTimer(delayMs) {
      delays.push(delayMs)
      return () => {}
    },
  })
  await lock.lock()
  void lock.lock({ timeout: 2 ** 31 })
  expect(delays).toEqual([])
  void lock.lock({ timeout: 2 ** 31 - 1 })
  expect(delays).toEqual([2_147_483_647])
})

test('a waiter that gets the lock leaves no timer behind', async () => {
  const runtime = createMemoryRuntime()
  let running = 0
  const lock = createLock({
    now: runtime.now,
    startTimer(delayMs, fire) {
      running++
      const stop = runtime.startTimer(delayMs, fire)
      return () => {
        running--
        stop()
      }
    },
  })
  await lock.lock({ timeout: 50 })
  expect(running).toBe(0)
  const waiter = lock.lock({ timeout: 50 })
  expect(running).toBe(1)
  lock.unlock()
  await waiter
  expect(running).toBe(0)
})

const wrongOptions: unknown[] = [
  { timeout: '5000' },
  { timeout: Number.NaN },
  { timeout: null },
  { timeout: {} },
  { timeout: 5n },
  { timeout: true },
  null,
  5000,
  'timeout',
]

test.each(wrongOptions.map((options) => [options]))(
  '[LCK-8] [ERR-8] %o is refused with wrong options param: timeout',
  async (options) => {
    const { lock } = setUp()
    const wrong = { error: 'local', description: 'wrong options param: timeout' }
    expect(await caught(lock.lock(options as LockOptions))).toMatchObject(wrong)
    expect(await caught(lock.run(() => 1, options as LockOptions))).toMatchObject(wrong)
    expect(lock.isHeld()).toBe(false)
  },
)

test('[LCK-9] the safe lock holds the lock while its callback runs, and returns its result', async () => {
  const { lock } = setUp()
  const seen = await lock.run(async () => {
    await Promise.resolve()
    return lock.isHeld()
  })
  expect(seen).toBe(true)
  expect(lock.isHeld()).toBe(false)
  expect(await lock.run(() => 'at once')).toBe('at once')
})

test.each([[undefined], [null], ['callback'], [{}], [Promise.resolve()]])(
  '[LCK-9] a safe lock without a function is refused: %o',
  async (callback) => {
    const { lock } = setUp()
    expect(await caught(lock.run(callback as () => void))).toMatchObject({
      error: 'local',
      description: 'wrong options param: callback',
    })
    expect(lock.isHeld()).toBe(false)
  },
)

test('a callback that fails releases the lock, and its error is rethrown unchanged', async () => {
  const { lock } = setUp()
  const error = new ServiceError('not_found')
  const outcomes = await Promise.allSettled([
    lock.run(() => {
      throw error
    }),
    lock.run(async () => {
      await Promise.resolve()
      throw error
    }),
    lock.run(() => Promise.reject(undefined)),
    lock.run(() => 'fine'),
  ])
  expect(outcomes).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: undefined },
    { status: 'fulfilled', value: 'fine' },
  ])
  expect(lock.isHeld()).toBe(false)
})

test('a callback that has already unlocked does not release the lock of the next holder', async () => {
  const { lock } = setUp()
  let next: Promise<void> | undefined
  await lock.run(async () => {
    next = lock.lock()
    lock.unlock()
    await next
  })
  expect(lock.isHeld()).toBe(true)
})

test('unlocking a free lock is refused', () => {
  const { lock } = setUp()
  expect(() => lock.unlock()).toThrow(
    expect.objectContaining({ error: 'local', description: 'lock is not held' }),
  )
})

test('a call from inside the lock fails with lock timeout instead of hanging for ever', async () => {
  const { runtime, lock } = setUp()
  const outer = lock.run(() => lock.run(() => 'never', { timeout: 5000 }))
  await runtime.timerOf(5000)
  runtime.advance(5000)
  expect((await caught(outer)).description).toBe('lock timeout')
  expect(lock.isHeld()).toBe(false)
})

test('a listener that takes the lock inside the lock gets it later if nobody awaits it', async () => {
  const { lock } = setUp()
  const order: string[] = []
  let fromListener: Promise<void> | undefined
  const listener = () => {
    fromListener = lock.run(() => void order.push('listener'))
  }
  await lock.run(() => {
    listener()
    order.push('holder')
  })
  await fromListener
  expect(order).toEqual(['holder', 'listener'])
})

test.each([[undefined], [null], [{}], [{ now: Date.now }]])(
  'a lock without a runtime is refused: %o',
  (runtime) => {
    expect(() => createLock(runtime as never)).toThrow(
      expect.objectContaining({ error: 'local', description: 'wrong options param: runtime' }),
    )
  },
)
