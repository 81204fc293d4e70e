import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { CLOCK_OFFSET_KEY, createServerClock } from './server-clock.ts'

const HOUR_MS = 3_600_000

function setUp() {
  const runtime = createMemoryRuntime()
  const clock = createServerClock(runtime)
  const answer = (aheadMs: number, tookMs = 0) => ({
    date: new Date(runtime.now() - aheadMs).toUTCString(),
    sentAtMs: runtime.now() - tookMs,
    receivedAtMs: runtime.now(),
  })
  return { runtime, clock, answer }
}

test('a device clock an hour ahead or behind is corrected by the first answer', () => {
  for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
    const { runtime, clock, answer } = setUp()
    clock.learn(answer(aheadMs))
    expect(Math.abs(clock.now() - (runtime.now() - aheadMs))).toBeLessThan(1000)
  }
})

test('the clock correction is stored for the next page', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(HOUR_MS))
  expect(createServerClock(runtime).now()).toBe(clock.now())
})

test('the correction ends when the device clock is right again', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(HOUR_MS))
  clock.learn(answer(0))
  expect(clock.now()).toBe(runtime.now())
})

test('a clock difference within the uncertainty of a slow answer is ignored', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(1400))
  clock.learn(answer(8000, 14_000))
  expect(clock.now()).toBe(runtime.now())
  expect(runtime.storage.get(CLOCK_OFFSET_KEY)).toBeUndefined()
})

test('missing dates, invalid dates and garbage in storage are ignored', () => {
  const { runtime, clock } = setUp()
  for (const date of [null, '', 'soon', 'Infinity']) {
    clock.learn({ date, sentAtMs: runtime.now(), receivedAtMs: runtime.now() })
  }
  expect(clock.now()).toBe(runtime.now())
  for (const stored of ['NaN', 'Infinity', '{}', '1e999']) {
    runtime.storage.set(CLOCK_OFFSET_KEY, stored)
    expect(createServerClock(runtime).now()).toBe(runtime.now())
  }
})
