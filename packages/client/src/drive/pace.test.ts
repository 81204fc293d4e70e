import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

const MIB = 1024 * 1024

test('upload requests start at 4 MiB and double on a fast connection up to 32 MiB', () => {
  const pace = createPace(4 * MIB)
  const sizes = Array.from({ length: 5 }, () => {
    const bytes = pace.requestBytes()
    pace.succeeded(bytes, 10)
    return bytes / MIB
  })
  expect(sizes).toEqual([4, 8, 16, 32, 32])
})

test('on a slow connection requests shrink to what takes five seconds, but not below one unit', () => {
  const pace = createPace(4 * MIB)
  pace.succeeded(4 * MIB, 1000)
  pace.succeeded(8 * MIB, 8000)
  expect(pace.requestBytes()).toBe(5 * MIB)
  pace.succeeded(5 * MIB, 20_000)
  expect(pace.requestBytes()).toBe(4 * MIB)
})

test('after a failure one small request runs at a time until requests are fast again', () => {
  const pace = createPace(4 * MIB)
  for (let i = 0; i < 5; i++) pace.succeeded(4 * MIB, 4000)
  expect(pace.lanes()).toBe(4)
  pace.failed()
  expect([pace.lanes(), pace.requestBytes()]).toEqual([1, 4 * MIB])
  pace.succeeded(4 * MIB, 6000)
  expect(pace.lanes()).toBe(1)
  pace.succeeded(4 * MIB, 1000)
  expect(pace.lanes()).toBe(2)
})
