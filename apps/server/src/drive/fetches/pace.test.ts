import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

const options = { graceMs: 10_000, bytesPerSecond: 1000 }

test('a server that sends nothing for a while may be asked again', () => {
  const pace = new Pace(options)
  pace.count(9_000, 0)
  expect(() => pace.count(1_000, 0)).toThrow(
    expect.objectContaining({ problem: 'no_answer', remedy: 'again' }),
  )
})

test('a server that sends a little all the time is too slow', () => {
  const pace = new Pace(options)
  const trickle = () => {
    for (let second = 0; second < 60; second++) pace.count(1_000, 100)
  }
  expect(trickle).toThrow(expect.objectContaining({ problem: 'slow', remedy: 'none' }))
})

test('what came fast before does not pay for a long silence, and a fast server is never too slow', () => {
  const pace = new Pace(options)
  for (let second = 0; second < 600; second++) pace.count(1_000, 1_000_000)
  expect(() => pace.count(10_000, 0)).toThrow(expect.objectContaining({ problem: 'no_answer' }))
  const steady = new Pace(options)
  for (let second = 0; second < 600; second++) steady.count(1_000, 1_000)
})
