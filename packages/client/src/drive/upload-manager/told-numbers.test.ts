import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../../runtime/memory.ts'
import { createIndexQueue } from './index-queue.ts'
import { seldom } from './seldom.ts'
import { createTransferRate } from './transfer-rate.ts'

test('the transfer rate covers the last seconds and falls to zero in a stall', () => {
  let nowMs = 0
  const rate = createTransferRate(() => nowMs)
  rate.add(0)
  expect(rate.bytesPerSecond()).toBe(0)
  for (nowMs = 1000; nowMs <= 40_000; nowMs += 1000) rate.add(5_000_000)
  nowMs = 40_999
  expect(rate.bytesPerSecond()).toBeCloseTo(5_000_000, -5)
  nowMs = 90_000
  expect(rate.bytesPerSecond()).toBe(0)
  rate.reset()
  expect(rate.bytesPerSecond()).toBe(0)
})

test('throttled notifications fire immediately, then once for all later ones', () => {
  const runtime = createMemoryRuntime()
  let told = 0
  const tell = seldom(runtime, 100, () => told++)
  for (let index = 0; index < 1000; index++) tell()
  expect(told).toBe(1)
  runtime.advance(100)
  expect(told).toBe(2)
  runtime.advance(1000)
  expect(told).toBe(2)
  tell()
  expect(told).toBe(3)
})

test('an index queue returns numbers in order, after those put in front', () => {
  const queue = createIndexQueue()
  for (let id = 0; id < 5000; id++) queue.push(id)
  const taken = Array.from({ length: 4000 }, () => queue.shift())
  expect(taken).toEqual(Array.from({ length: 4000 }, (_, id) => id))
  queue.unshift(7)
  expect([queue.length, queue.first(), queue.shift(), queue.shift()]).toEqual([1001, 7, 7, 4000])
  while (queue.length > 0) queue.shift()
  expect([queue.shift(), queue.first()]).toEqual([undefined, undefined])
})
