import { expect, test } from 'vitest'
import { nextRate, type TaskRate } from './task-rate.ts'

test('the speed follows what came between two looks, and a task without bytes has none', () => {
  expect(nextRate(undefined, {}, 0)).toBeUndefined()
  let rate: TaskRate | undefined
  for (const [ms, done, perSecond] of [
    [0, 0, undefined],
    [1000, 2000, 2000],
    [1100, 9000, 2000],
    [2000, 2000, 1000],
    [3000, 500, 1000],
    [4000, 1500, 1000],
  ] as const) {
    rate = nextRate(rate, { bytes: { done } }, ms)
    expect(rate?.perSecond).toBe(perSecond)
  }
})
