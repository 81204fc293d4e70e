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

test('what is learnt holds for the next page too', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(HOUR_MS))
  expect(createServerClock(runtime).now()).toBe(clock.now())
})

test('a clock that is set right is believed again', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(HOUR_MS))
  clock.learn(answer(0))
  expect(clock.now()).toBe(runtime.now())
})

test('a difference within the doubt of a slow answer changes nothing', () => {
  const { runtime, clock, answer } = setUp()
  clock.learn(answer(1400))
  clock.learn(answer(8000, 14_000))
  expect(clock.now()).toBe(runtime.now())
  expect(runtime.storage.get(CLOCK_OFFSET_KEY)).toBeUndefined()
})

test('an answer without a date, a date that is none and garbage in storage are left aside', () => {
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
