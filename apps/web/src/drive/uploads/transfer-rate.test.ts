import { expect, test } from 'vitest'
import { createTransferRate } from './transfer-rate.ts'

test('the rate is that of the last seconds, and a stall brings it down to zero', () => {
  let nowMs = 0
  const rate = createTransferRate(() => nowMs)
  rate.add(0)
  expect(rate.bytesPerSecond()).toBe(0)
  for (nowMs = 1000; nowMs <= 4000; nowMs += 1000) rate.add(5_000_000)
  nowMs = 4000
  expect(rate.bytesPerSecond()).toBe(5_000_000)
  nowMs = 20_000
  expect(rate.bytesPerSecond()).toBe(0)
})

test('nothing is said about the first instant', () => {
  let nowMs = 0
  const rate = createTransferRate(() => nowMs)
  rate.add(0)
  nowMs = 10
  rate.add(4_000_000)
  expect(rate.bytesPerSecond()).toBe(0)
})
