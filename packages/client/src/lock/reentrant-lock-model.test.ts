import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { createReentrantLock, type LockSession } from './reentrant-lock.ts'
import { ask, passTime, serveNext, startWaiting, type WaitingModel } from './waiting-model.ts'

interface Model extends WaitingModel {
  holder: { timestamp: number; actions: string[]; count: number } | undefined
}

function startReal() {
  const runtime = createMemoryRuntime({ startMs: 0 })
  return {
    runtime,
    lock: createReentrantLock(runtime),
    granted: [] as number[],
    timedOut: new Set<number>(),
    /** All that were ever granted: the last one holds the lock, if anybody does. */
    sessions: [] as LockSession[],
  }
}

type Real = ReturnType<typeof startReal>
type Step = fc.AsyncCommand<Model, Real>

const lockStep = (timeout: number | undefined): Step => ({
  check: () => true,
  toString: () => `lock(${timeout})`,
  async run(model, real) {
    const { id, isGranted } = ask(model, !model.holder, timeout)
    if (isGranted) hold(model, id)
    real.lock.lock({ timeout, action: `lock ${id}` }).then(
      (session) => {
        real.granted.push(id)
        real.sessions.push(session)
      },
      () => real.timedOut.add(id),
    )
    await compare(model, real)
  },
})

const reenterStep = (action: string | undefined): Step => ({
  check: ({ holder }) => holder !== undefined,
  toString: () => `reenter(${action})`,
  async run(model, real) {
    const session = real.sessions.at(-1)
    const again = real.lock.lock({ session, action })
    if (model.holder) model.holder.count++
    if (action !== undefined) model.holder?.actions.push(action)
    await compare(model, real)
    expect(await again).toBe(session)
  },
})

const unlockStep = (): Step => ({
  check: ({ holder }) => holder !== undefined,
  toString: () => 'unlock()',
  async run(model, real) {
    real.lock.unlock(real.sessions.at(-1) as LockSession)
    if (model.holder && --model.holder.count === 0) hold(model, serveNext(model))
    await compare(model, real)
  },
})

/** A session that has ended, or a copy of the right one: neither gets in or lets anybody out. */
const wrongSessionStep = (pick: number, use: 'unlock' | 'reenter'): Step => ({
  check: () => true,
  toString: () => `${use} with wrong session ${pick}`,
  async run(model, real) {
    const copies = real.sessions.slice(-1).map((session) => ({ ...session }))
    const wrong = [...endedSessions(model, real), ...copies, {} as LockSession]
    const session = wrong[pick % wrong.length] as LockSession
    if (use === 'unlock') {
      expect(() => real.lock.unlock(session)).toThrow('lock session does not match')
    } else {
      await expect(real.lock.lock({ session, action: 'wrong' })).rejects.toThrow('does not match')
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

function hold(model: Model, id: number | undefined): void {
  model.holder =
    id === undefined ? undefined : { timestamp: model.nowMs, actions: [`lock ${id}`], count: 1 }
}

function endedSessions(model: Model, real: Real): LockSession[] {
  return model.holder ? real.sessions.slice(0, -1) : real.sessions
}

async function compare(model: Model, real: Real): Promise<void> {
  // Before any promise has been served: the session changes in the moment of the call.
  expect(real.lock.session()).toEqual(model.holder)
  await setImmediate()
  expect(real.granted).toEqual(model.granted)
  expect(real.timedOut).toEqual(model.timedOut)
  if (model.holder) expect(real.lock.session()).toBe(real.sessions.at(-1))
  expect(endedSessions(model, real).every(({ count }) => count === 0)).toBe(true)
}

test('[LCK-2] [LCK-3] [LCK-4] [LCK-5] [LCK-6] [LCK-10] the reentrant lock behaves like its model in any sequence of calls', async () => {
  const steps = fc.commands<Model, Real, false>(
    [
      fc.option(fc.integer({ min: -1, max: 10 }), { nil: undefined }).map(lockStep),
      fc.option(fc.constantFrom('save', '__proto__', ''), { nil: undefined }).map(reenterStep),
      fc.constant(unlockStep()),
      fc
        .tuple(fc.nat({ max: 9 }), fc.constantFrom('unlock' as const, 'reenter' as const))
        .map(([pick, use]) => wrongSessionStep(pick, use)),
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
      while (model.holder) await unlockStep().run(model, real)
      expect(real.granted.length + real.timedOut.size).toBe(model.asked)
    }),
    { numRuns: 80 },
  )
})

test('[LCK-3] [LCK-9] nested safe locks keep others out until the last of them has ended', async () => {
  const plan = fc.record({
    depth: fc.nat({ max: 3 }),
    width: fc.integer({ min: 1, max: 3 }),
    fails: fc.boolean(),
  })
  const plans = fc.array(plan, { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plans) => {
      const lock = createReentrantLock(createMemoryRuntime())
      const entered: number[] = []
      const nest = async (session: LockSession, depth: number, fails: boolean): Promise<void> => {
        await scheduler.schedule(Promise.resolve())
        expect(lock.session()).toBe(session)
        if (depth > 0) await lock.run(() => nest(session, depth - 1, fails), { session })
        else if (fails) throw new Error('failed')
      }
      const calls = plans.map(({ depth, fails, width }, id) =>
        lock.run((session) => {
          entered.push(id)
          // The callback ends with its first failing branch; the others hold the lock on their own.
          const branch = () => lock.run(() => nest(session, depth, fails), { session })
          return Promise.all(Array.from({ length: width }, branch))
        }),
      )
      const outcomes = await scheduler.waitFor(Promise.allSettled(calls))
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
        plans.map(({ fails }) => fails),
      )
      expect(entered).toEqual(plans.map((_plan, id) => id))
      // Whoever comes last gets the lock, once the branches that were left behind have ended.
      await scheduler.waitFor(lock.run(({ count }) => expect(count).toBe(1)))
      expect(lock.session()).toBeUndefined()
    }),
    { numRuns: 80 },
  )
})
