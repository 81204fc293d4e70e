import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { caught } from '../testing/caught.ts'
import {
  createReentrantLock,
  type LockSession,
  type ReentrantLockOptions,
} from './reentrant-lock.ts'

const MISMATCH = { error: 'local', description: 'lock session does not match' }

function setUp() {
  const runtime = createMemoryRuntime({ startMs: 1_000 })
  return { runtime, lock: createReentrantLock(runtime) }
}

test('[LCK-1] a session has a time stamp, a list of actions and a reference count', async () => {
  const { runtime, lock } = setUp()
  const session = await lock.lock({ action: 'rename' })
  expect(session).toEqual({ timestamp: 1_000, actions: ['rename'], count: 1 })
  runtime.advance(500)
  await lock.lock({ session, action: 'save' })
  await lock.lock({ session })
  expect(session).toEqual({ timestamp: 1_000, actions: ['rename', 'save'], count: 3 })
})

test('[LCK-2] a lock is free, or held with a session and a reference count', async () => {
  const { lock } = setUp()
  expect(lock.session()).toBeUndefined()
  const session = await lock.lock()
  expect(lock.session()).toBe(session)
  expect(session.count).toBe(1)
  lock.unlock(session)
  expect(lock.session()).toBeUndefined()
  expect(session.count).toBe(0)
})

test('[LCK-2] a lock that passes to a waiter has its new session immediately', async () => {
  const { lock } = setUp()
  const first = await lock.lock()
  const waiter = lock.lock({ action: 'second' })
  lock.unlock(first)
  const handedOver = lock.session()
  expect(handedOver).toEqual({ timestamp: 1_000, actions: ['second'], count: 1 })
  expect(await waiter).toBe(handedOver)
})

test('[LCK-3] [LCK-5] a lock is released when it was unlocked as often as it was locked', async () => {
  const { lock } = setUp()
  const session = await lock.lock()
  expect(await lock.lock({ session })).toBe(session)
  await lock.lock({ session })
  let woken = false
  const waiter = lock.lock().then((next) => {
    woken = true
    return next
  })
  lock.unlock(session)
  lock.unlock(session)
  await Promise.resolve()
  expect(session.count).toBe(1)
  expect(woken).toBe(false)
  lock.unlock(session)
  const next = await waiter
  expect(next).not.toBe(session)
  expect(lock.session()).toBe(next)
})

test('a re-entry counts as soon as it is called, so another unlock does not free the lock', async () => {
  const { lock } = setUp()
  const session = await lock.lock()
  const again = lock.lock({ session })
  lock.unlock(session)
  expect(lock.session()).toBe(session)
  await again
  lock.unlock(session)
  expect(lock.session()).toBeUndefined()
})

test('[LCK-4] [LCK-10] an unlock with any other session is refused, and changes nothing', async () => {
  const { lock } = setUp()
  const old = await lock.lock()
  lock.unlock(old)
  const foreign = await createReentrantLock(createMemoryRuntime()).lock()
  const session = await lock.lock()
  const wrong: unknown[] = [
    old,
    foreign,
    { ...session },
    Object.create(session),
    {},
    null,
    undefined,
  ]
  for (const other of [...wrong, 'session', 0]) {
    expect(() => lock.unlock(other as LockSession)).toThrow(expect.objectContaining(MISMATCH))
  }
  expect(session.count).toBe(1)
  lock.unlock(session)
  expect(() => lock.unlock(session)).toThrow(expect.objectContaining(MISMATCH))
})

test('[LCK-10] a re-entry with any other session is refused, and does not wait', async () => {
  const { lock } = setUp()
  const old = await lock.lock()
  lock.unlock(old)
  expect(await caught(lock.lock({ session: old }))).toMatchObject(MISMATCH)
  expect(lock.session()).toBeUndefined()
  const session = await lock.lock()
  for (const other of [old, { ...session }, {}, null, 'session', 0]) {
    const options = { session: other as LockSession, action: 'intruder' }
    expect(await caught(lock.lock(options))).toMatchObject(MISMATCH)
    expect(await caught(lock.run(() => 1, options))).toMatchObject(MISMATCH)
  }
  expect(session).toMatchObject({ count: 1, actions: [] })
})

test('a lock session is read-only for callers', async () => {
  const { lock } = setUp()
  const session = await lock.lock({ action: 'save' })
  for (const forged of [{ timestamp: 0 }, { actions: [] }, { count: 0 }, { extra: 1 }]) {
    expect(() => Object.assign(session, forged)).toThrow(TypeError)
  }
  ;(session.actions as string[]).push('forged')
  expect(session).toEqual({ timestamp: 1_000, actions: ['save'], count: 1 })
})

test('[LCK-6] [LCK-11] a waiter fails with lock timeout; without a timeout it keeps waiting', async () => {
  const { runtime, lock } = setUp()
  const session = await lock.lock()
  const patient = lock.lock()
  const hasty = caught(lock.lock({ timeout: 100 }))
  runtime.advance(1_000_000)
  expect(await hasty).toMatchObject({ error: 'local', description: 'lock timeout' })
  lock.unlock(session)
  expect((await patient).timestamp).toBe(1_001_000)
})

test('[LCK-8] a wrong timeout is refused, also when re-entering', async () => {
  const { lock } = setUp()
  const session = await lock.lock()
  const options = { timeout: '5' as never }
  const wrong = { error: 'local', description: 'wrong options param: timeout' }
  expect(await caught(lock.lock(options))).toMatchObject(wrong)
  expect(await caught(lock.lock({ ...options, session }))).toMatchObject(wrong)
  expect(await caught(lock.lock(null as never))).toMatchObject(wrong)
  expect(await caught(lock.run(() => 1, 5 as never))).toMatchObject(wrong)
  expect(session.count).toBe(1)
})

test.each([[5], [null], [{}], [['save']]])(
  'an action that is not text is refused: %j',
  async (action) => {
    const { lock } = setUp()
    expect(await caught(lock.lock({ action } as unknown as ReentrantLockOptions))).toMatchObject({
      error: 'local',
      description: 'wrong options param: action',
    })
    expect(lock.session()).toBeUndefined()
  },
)

test('[LCK-9] the safe lock passes its session to the callback, and unlocks after it', async () => {
  const { lock } = setUp()
  const seen = await lock.run(
    async (session) => {
      await Promise.resolve()
      return { isHolder: lock.session() === session, ...session }
    },
    { action: 'save' },
  )
  expect(seen).toEqual({ isHolder: true, timestamp: 1_000, actions: ['save'], count: 1 })
  expect(lock.session()).toBeUndefined()
})

test('[LCK-9] a safe lock without a function is refused', async () => {
  const { lock } = setUp()
  expect(await caught(lock.run(undefined as never))).toMatchObject({
    error: 'local',
    description: 'wrong options param: callback',
  })
  expect(lock.session()).toBeUndefined()
})

test('a callback that fails unlocks at any depth, and its error is rethrown', async () => {
  const { lock } = setUp()
  const error = new ServiceError('not_found')
  const outer = lock.run(async (session) => {
    const inner = await caught(
      lock.run(
        () => {
          throw error
        },
        { session },
      ),
    )
    expect(session.count).toBe(1)
    throw inner
  })
  expect(await caught(outer)).toBe(error)
  expect(lock.session()).toBeUndefined()
})

test('a callback that has already unlocked keeps its result and does not release the next holder’s lock', async () => {
  const { lock } = setUp()
  let next: LockSession | undefined
  const result = await lock.run(async (session) => {
    const waiter = lock.lock()
    lock.unlock(session)
    next = await waiter
    return 'done'
  })
  expect(result).toBe('done')
  expect(lock.session()).toBe(next)
  expect(next?.count).toBe(1)
})

test('[LCK-3] a nested call with the session runs immediately, before the waiters', async () => {
  const { lock } = setUp()
  const order: string[] = []
  let waiter: Promise<void> | undefined
  await lock.run(async (session) => {
    waiter = lock.run(() => void order.push('waiter'))
    await lock.run(
      (again) =>
        lock.run((deepest) => void order.push(`inner ${deepest.count}`), { session: again }),
      { session },
    )
    order.push(`outer ${session.count}`)
  })
  await waiter
  expect(order).toEqual(['inner 3', 'outer 1', 'waiter'])
})

test('a nested call without the session fails with lock timeout instead of hanging for ever', async () => {
  const { runtime, lock } = setUp()
  const outer = lock.run(() => lock.run(() => 'never', { timeout: 5000 }))
  await runtime.timerOf(5000)
  runtime.advance(5000)
  expect((await caught(outer)).description).toBe('lock timeout')
  expect(lock.session()).toBeUndefined()
})

test('a listener that takes the lock inside the lock can use the session it is given', async () => {
  const { lock } = setUp()
  const listener = (session: LockSession) =>
    lock.run(() => session.actions, { session, action: 'listener' })
  expect(await lock.run(listener, { action: 'holder' })).toEqual(['holder', 'listener'])
})

test('a listener that takes the lock inside the lock without a session times out, and the holder continues', async () => {
  const { runtime, lock } = setUp()
  const order: string[] = []
  let unawaited: Promise<void> | undefined
  const listener = async () => {
    unawaited = lock.run(() => void order.push('after the holder'))
    await lock.run(() => void order.push('never'), { timeout: 5000 })
  }
  const holder = lock.run(async () => {
    order.push((await caught(listener())).description)
    return 'holder goes on'
  })
  await runtime.timerOf(5000)
  runtime.advance(5000)
  order.push(await holder)
  await unawaited
  expect(order).toEqual(['lock timeout', 'holder goes on', 'after the holder'])
})

test('parallel nested calls share the session, and the last one to end frees the lock', async () => {
  const { lock } = setUp()
  const counts: number[] = []
  const leftovers: Promise<unknown>[] = []
  await lock.run(async (session) => {
    for (const turns of [1, 5, 3]) {
      leftovers.push(
        lock.run(
          async () => {
            for (let turn = 0; turn < turns; turn++) await Promise.resolve()
            counts.push(session.count)
          },
          { session },
        ),
      )
    }
  })
  expect(lock.session()).toBeDefined()
  await Promise.all(leftovers)
  expect(counts.at(-1)).toBe(1)
  expect(lock.session()).toBeUndefined()
})
