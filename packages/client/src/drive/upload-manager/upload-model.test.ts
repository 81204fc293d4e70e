import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryRuntime, type MemoryRuntime } from '../../runtime/memory.ts'
import { createFakeWire } from './fake-wire.ts'
import { createUploadManager, type EndedUpload, type UploadEntry } from './index.ts'

const LANES = 3
const MIB = 1024 * 1024

function startReal() {
  const runtime: MemoryRuntime = createMemoryRuntime({ sha256: undefined })
  const wire = createFakeWire()
  const ended: EndedUpload[] = []
  const open = () => Promise.reject(new Error('nothing is opened here'))
  const uploads = createUploadManager(
    { runtime, origins: [''], request: wire.request, open },
    { lanes: LANES, onEnded: (one) => ended.push(one) },
  )
  return { runtime, wire, ended, uploads, added: 0, isPaused: false, begunAtPause: 0 }
}

type Real = ReturnType<typeof startReal>
type Step = fc.AsyncCommand<object, Real>

function step(name: string, act: (real: Real) => unknown): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(_model, real) {
      await act(real)
      await setImmediate()
      look(real)
    },
  }
}

const entry = (index: number, size: number): UploadEntry => ({
  path: `file ${index}`,
  source: { size, slice: (start, end) => new Uint8Array(end - start) },
})

const add = (count: number, isLarge: boolean) =>
  step(`add ${count} ${isLarge ? 'large' : 'small'}`, async (real) => {
    const from = real.added
    real.added += count
    const sizes = isLarge ? 2 * MIB : 10
    const entries = Array.from({ length: count }, (_, index) => entry(from + index, sizes))
    await real.uploads.add(entries, { conflict: 'rename' })
  })

const answer = (pick: number, how: 'answer' | 'lose' | 'unreachable' | 'internal' | 'data_loss') =>
  step(`${how} ${pick}`, ({ wire }) => {
    const held = wire.held()
    const one = held[pick % held.length]
    if (how === 'answer') one?.answer()
    else if (how === 'lose') one?.lose()
    else one?.refuse(how)
  })

const pauseAll = step('pause', (real) => {
  real.uploads.pause()
  if (!real.isPaused) real.begunAtPause = real.wire.begun()
  real.isPaused = true
})

const resumeAll = step('resume', (real) => {
  real.isPaused = false
  real.uploads.resume()
})

const one = (act: 'pause' | 'resume' | 'cancel' | 'retry', pick: number) =>
  step(`${act} ${pick}`, ({ uploads, added }) => {
    if (added > 0) uploads[act](1 + (pick % added))
  })

const cancelAll = step('cancel all', ({ uploads }) => uploads.cancel())
const passTime = step('time passes', ({ runtime }) => runtime.advance(40_000))

/** What is true at every moment. */
function look({ wire, uploads, ended, isPaused, begunAtPause }: Real): void {
  expect(wire.held().length).toBeLessThanOrEqual(LANES)
  if (isPaused) expect(wire.begun()).toBe(begunAtPause)
  const over = ended.filter(({ state }) => state !== 'failed').map(({ id }) => id)
  expect(over.length).toBe(new Set(over).size)
  const { files, bytes } = uploads.summary()
  expect(files.done + files.skipped + files.cancelled).toBe(over.length)
  expect(bytes.done).toBeLessThanOrEqual(bytes.total)
  expect(bytes.done).toBeGreaterThanOrEqual(0)
}

/** With a network that works again, everything comes to its end. */
async function finish(real: Real): Promise<void> {
  const { uploads, wire, runtime, ended, added } = real
  real.isPaused = false
  uploads.resume()
  let isSettled = false
  const settled = uploads.settled().then(() => {
    isSettled = true
  })
  for (let round = 0; !isSettled; round++) {
    for (const held of wire.held()) held.answer()
    await setImmediate()
    runtime.advance(40_000)
    look(real)
    expect(round).toBeLessThan(10_000)
  }
  await settled
  const { files } = uploads.summary()
  expect(files.total).toBe(added)
  expect(files.done + files.cancelled + files.failed).toBe(added)
  for (const { path, state } of ended) if (state === 'done') expect(wire.made.has(path)).toBe(true)
  // Only a person, who has seen it fail, may send something a second time.
  const failed = new Set(ended.filter(({ state }) => state === 'failed').map(({ path }) => path))
  for (const [path, times] of wire.made) {
    if (!failed.has(path)) expect({ path, times }).toEqual({ path, times: 1 })
  }
  expect(wire.held()).toEqual([])
  uploads.dispose()
  expect(runtime.timers()).toBe(0)
}

const number = fc.nat({ max: 40 })
const how = fc.constantFrom(
  'answer',
  'answer',
  'answer',
  'lose',
  'unreachable',
  'internal',
  'data_loss',
)

test('in any order of events the lane limit holds, nothing starts while paused, and each file is uploaded once', async () => {
  const commands = fc.commands(
    [
      fc
        .tuple(fc.integer({ min: 1, max: 30 }), fc.boolean())
        .map(([n, isLarge]) => add(n, isLarge)),
      fc.tuple(number, how).map(([pick, end]) => answer(pick, end)),
      fc.tuple(number, how).map(([pick, end]) => answer(pick, end)),
      fc.constant(pauseAll),
      fc.constant(resumeAll),
      fc
        .tuple(fc.constantFrom('pause', 'resume', 'cancel', 'retry'), number)
        .map(([act, pick]) => one(act, pick)),
      fc.constant(cancelAll),
      fc.constant(passTime),
    ],
    { maxCommands: 60 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const real = startReal()
      await fc.asyncModelRun(() => ({ model: {}, real }), steps)
      await finish(real)
    }),
    { numRuns: 150 },
  )
})
