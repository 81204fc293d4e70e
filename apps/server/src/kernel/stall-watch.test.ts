import { expect, test } from 'vitest'
import { isLateWork, StallWatch } from './stall-watch.ts'

function open() {
  let now = 0
  let worked = 0
  const watch = new StallWatch({
    stallMs: 4_000,
    graceMs: 1_000,
    steadyNow: () => now,
    workedMs: () => worked,
  })
  return {
    watch,
    /** Runs all the time. */
    run(ms: number) {
      for (let passed = 0; passed < ms; passed += 500) {
        now += 500
        watch.begin()
      }
    },
    /** Does not run at all, or only for so long. */
    stall(ms: number, workedMs = 0) {
      now += ms
      worked += workedMs
    },
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

/** As each request has a context of its own. */
const inItsContext = <T>(work: () => T | Promise<T>) =>
  new Promise<T>((resolve, reject) => {
    setImmediate(() => Promise.resolve().then(work).then(resolve, reject))
  })

test('calls that were in the sockets of a stalled process are refused, and later ones are not', async () => {
  using place = open()
  await inItsContext(() => place.run(10_000))
  place.stall(5_000)
  expect(await inItsContext(() => place.watch.begin())).toBe(false)
  expect(await inItsContext(() => place.watch.begin())).toBe(false)
  place.stall(1_000)
  expect(await inItsContext(() => place.watch.begin())).toBe(true)
})

test('a call that began before a stall changes nothing after it', async () => {
  using place = open()
  await inItsContext(async () => {
    place.watch.begin()
    place.stall(3_000)
    expect(isLateWork()).toBe(false)
    place.stall(5_000)
    await null
    expect(isLateWork()).toBe(true)
  })
})

test('a process that is slow because its machine is busy goes on, unless it takes longer than any caller waits', async () => {
  using place = open()
  place.stall(10_000, 200)
  expect(await inItsContext(() => place.watch.begin())).toBe(true)
  place.stall(31_000, 600)
  expect(await inItsContext(() => place.watch.begin())).toBe(false)
})

test('background work goes on after a stall', async () => {
  using place = open()
  place.stall(60_000)
  expect(await inItsContext(() => isLateWork())).toBe(false)
})
