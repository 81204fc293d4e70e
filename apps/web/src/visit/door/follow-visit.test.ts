import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followVisit } from './follow-visit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A drive whose streams tell these change numbers and then end, one stream after the other. */
function driveOf(streams: number[][]) {
  let opened = 0
  async function* events() {
    for (const seq of streams[opened++] ?? []) yield { seq }
  }
  return { drive: { changes: { events } } as never, opened: () => opened }
}

test('a change of the drive is told, and the number that a stream begins with is none', async () => {
  const { drive } = driveOf([[4, 5, 5, 6]])
  const onChange = vi.fn()
  const check = vi.fn(async () => false)
  await followVisit(drive, { check, onChange, signal: new AbortController().signal })
  expect(onChange).toHaveBeenCalledTimes(2)
  expect(check).toHaveBeenCalledOnce()
})

test('a stream that ends is followed by a check, and by the next stream while the visit goes on', async () => {
  const { drive, opened } = driveOf([[4], [9]])
  const onChange = vi.fn()
  const answers = [true, false]
  const check = vi.fn(async () => answers.shift() ?? false)
  const following = followVisit(drive, { check, onChange, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(1_000)
  await following
  expect([opened(), check.mock.calls.length]).toEqual([2, 2])
  // What happened in between is a change too.
  expect(onChange).toHaveBeenCalledOnce()
})

test('nothing is asked after the page was left', async () => {
  const { drive, opened } = driveOf([[4], [5]])
  const leaving = new AbortController()
  const following = followVisit(drive, {
    check: async () => true,
    onChange: () => undefined,
    signal: leaving.signal,
  })
  await vi.advanceTimersByTimeAsync(500)
  leaving.abort()
  await following
  expect(opened()).toBe(1)
})
