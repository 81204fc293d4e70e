import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { createLock } from './lock.ts'
import { ask, passTime, serveNext, startWaiting, type WaitingModel } from './waiting-model.ts'

interface Model extends WaitingModel {
  holder: number | undefined
}

function startReal() {
  const runtime = createMemoryRuntime({ startMs: 0 })
  const granted: number[] = []
  return { runtime, lock: createLock(runtime), granted, timedOut: new Set<number>() }
}

type Real = ReturnType<typeof startReal>
type Step = fc.AsyncCommand<Model, Real>

const lockStep = (timeout: number | undefined): Step => ({
  check: () => true,
  toString: () => `lock(${timeout})`,
  async run(model, real) {
    const { id, isGranted } = ask(model, model.holder === undefined, timeout)
    if (isGranted) model.holder = id
    real.lock.lock({ timeout }).then(
      () => real.granted.push(id),
      () => real.timedOut.add(id),
    )
    await compare(model, real)
  },
})

const unlockStep = (): Step => ({
  check: () => true,
  toString: () => 'unlock()',
  async run(model, real) {
    if (model.holder === undefined) {
      expect(real.lock.unlock).toThrow('lock is not held')
    } else {
      real.lock.unlock()
      model.holder = serveNext(model)
    }
    await compare(model, real)
  },
})

const advanceStep = (ms: number): Step => ({
  check: () => true,
  toString: () => `advance(${ms})`,
  async run(model, real) {
    real.runtime.advance(ms)
    passTime(model, ms)
    await compare(model, real)
  },
})

async function compare(model: Model, real: Real): Promise<void> {
  // Before any promise has been served: a lock changes hands in the moment of the call.
  expect(real.lock.isHeld()).toBe(model.holder !== undefined)
  await setImmediate()
  expect(real.granted).toEqual(model.granted)
  expect(real.timedOut).toEqual(model.timedOut)
}

test('[LCK-5] [LCK-6] [LCK-7] the lock behaves like its model in any sequence of calls', async () => {
  const steps = fc.commands<Model, Real, false>(
    [
      fc.option(fc.integer({ min: -1, max: 10 }), { nil: undefined }).map(lockStep),
      fc.constant(unlockStep()),
      fc.integer({ min: 0, max: 6 }).map(advanceStep),
    ],
    { size: 'max', maxCommands: 40 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const model: Model = { ...startWaiting(), holder: undefined }
      const real = startReal()
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      // Whoever is left gets the lock or its error: no promise stays pending.
      while (model.holder !== undefined) await unlockStep().run(model, real)
      expect(real.granted.length + real.timedOut.size).toBe(model.asked)
    }),
    { numRuns: 80 },
  )
})

test('[LCK-7] [LCK-9] safe locks never overlap and keep their order for any callbacks', async () => {
  const plan = fc.record({ pauses: fc.nat({ max: 3 }), fails: fc.boolean() })
  const plans = fc.array(plan, { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plans) => {
      const lock = createLock(createMemoryRuntime())
      const entered: number[] = []
      let inside = 0
      let mostInside = 0
      const calls = plans.map(({ pauses, fails }, id) =>
        lock.run(async () => {
          entered.push(id)
          mostInside = Math.max(mostInside, ++inside)
          for (let pause = 0; pause < pauses; pause++) await scheduler.schedule(Promise.resolve())
          inside--
          if (fails) throw new Error(`failed ${id}`)
        }),
      )
      const outcomes = await scheduler.waitFor(Promise.allSettled(calls))
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
        plans.map(({ fails }) => fails),
      )
      expect(mostInside).toBe(Math.min(plans.length, 1))
      expect(entered).toEqual(plans.map((_plan, id) => id))
      expect(lock.isHeld()).toBe(false)
    }),
    { numRuns: 80 },
  )
})
