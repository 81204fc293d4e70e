import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

interface Model {
  concurrency: number
  running: number[]
  waiting: number[]
  started: number[]
  ended: Map<number, 'done' | 'failed'>
  added: number
  /** Those who asked to be told when it is idle: whether they have been. */
  idleAsked: boolean[]
}

function startReal(concurrency: number) {
  return {
    queue: createQueue({ concurrency }),
    ends: [] as PromiseWithResolvers<void>[],
    started: [] as number[],
    ended: new Map<number, 'done' | 'failed'>(),
    idleTold: [] as boolean[],
  }
}

type Real = ReturnType<typeof startReal>
type Step = fc.AsyncCommand<Model, Real>

const addStep = (): Step => ({
  check: () => true,
  toString: () => 'add()',
  async run(model, real) {
    const id = model.added++
    const end = Promise.withResolvers<void>()
    real.ends.push(end)
    const added = real.queue.add(() => {
      real.started.push(id)
      return end.promise
    })
    added.then(
      () => real.ended.set(id, 'done'),
      () => real.ended.set(id, 'failed'),
    )
    model.waiting.push(id)
    startWaiting(model)
    await compare(model, real)
  },
})

const endStep = (pick: number, outcome: 'done' | 'failed'): Step => ({
  check: ({ running }) => running.length > 0,
  toString: () => `${outcome}(${pick})`,
  async run(model, real) {
    const id = model.running[pick % model.running.length] as number
    if (outcome === 'done') real.ends[id]?.resolve()
    else real.ends[id]?.reject(new Error('failed'))
    model.running = model.running.filter((other) => other !== id)
    model.ended.set(id, outcome)
    startWaiting(model)
    if (model.running.length === 0) model.idleAsked.fill(true)
    // The place is free once the task's own promise has been served.
    await setImmediate()
    await compare(model, real)
  },
})

const whenIdleStep = (): Step => ({
  check: () => true,
  toString: () => 'whenIdle()',
  async run(model, real) {
    const index = model.idleAsked.push(model.running.length === 0) - 1
    real.idleTold.push(false)
    void real.queue.whenIdle().then(() => {
      real.idleTold[index] = true
    })
    await compare(model, real)
  },
})

function startWaiting(model: Model): void {
  while (model.running.length < model.concurrency && model.waiting.length > 0) {
    const id = model.waiting.shift() as number
    model.running.push(id)
    model.started.push(id)
  }
}

async function compare(model: Model, { queue, started, ended, idleTold }: Real): Promise<void> {
  expect([queue.running, queue.waiting]).toEqual([model.running.length, model.waiting.length])
  await setImmediate()
  expect(started).toEqual(model.started)
  expect(ended).toEqual(model.ended)
  expect(idleTold).toEqual(model.idleAsked)
}

test('[LCK-12] the queue behaves like its model for any tasks and outcomes', async () => {
  const steps = fc.commands<Model, Real, false>(
    [
      fc.constant(addStep()),
      fc
        .tuple(fc.nat({ max: 5 }), fc.constantFrom('done' as const, 'failed' as const))
        .map(([pick, outcome]) => endStep(pick, outcome)),
      fc.constant(whenIdleStep()),
    ],
    { size: 'max', maxCommands: 40 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (concurrency, sequence) => {
      const real = startReal(concurrency)
      const model: Model = {
        concurrency,
        running: [],
        waiting: [],
        started: [],
        ended: new Map(),
        added: 0,
        idleAsked: [],
      }
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      // Whatever is left runs to its end: no promise stays pending.
      while (model.running.length > 0) await endStep(0, 'done').run(model, real)
      await real.queue.whenIdle()
      expect(real.ended.size).toBe(model.added)
      expect(real.idleTold.every(Boolean)).toBe(true)
    }),
    { numRuns: 80 },
  )
})
