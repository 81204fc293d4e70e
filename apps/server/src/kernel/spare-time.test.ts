import { expect, test } from 'vitest'
import { BUSY_SHARE, MAX_REST_MS, SpareTime } from './spare-time.ts'

/** A process whose load is told, and whose time passes when somebody watches it. */
function watched(share: (nowMs: number) => number) {
  const now = { ms: 0 }
  const spareTime = new SpareTime(async (ms) => {
    const seen = share(now.ms)
    now.ms += ms
    return seen
  })
  return { now, spareTime }
}

test('a step hardly pauses when the process is idle', async () => {
  const { now, spareTime } = watched(() => BUSY_SHARE - 0.01)
  for (let step = 0; step < 10; step++) await spareTime.use(async () => undefined)
  expect(now.ms).toBeLessThanOrEqual(100)
})

test('a step waits while the process is busy, and runs soon after', async () => {
  const { now, spareTime } = watched((ms) => (ms < 400 ? 1 : 0))
  await spareTime.use(async () => undefined)
  expect(now.ms).toBeGreaterThanOrEqual(400)
  expect(now.ms).toBeLessThanOrEqual(600)
})

test('a step runs once a second even when the process stays busy', async () => {
  const { now, spareTime } = watched(() => 1)
  for (let step = 1; step <= 5; step++) {
    await spareTime.use(async () => undefined)
    expect(now.ms).toBeGreaterThanOrEqual(step * MAX_REST_MS)
    expect(now.ms).toBeLessThanOrEqual(step * MAX_REST_MS * 1.2)
  }
})

test('the load is not measured while a step runs', async () => {
  const seen: string[] = []
  const spareTime = new SpareTime(async () => {
    seen.push('watch')
    return 0
  })
  const step = async () => {
    seen.push('begin')
    await Promise.resolve()
    seen.push('end')
  }
  await Promise.all([spareTime.use(step), spareTime.use(step)])
  expect(seen).toEqual(['watch', 'begin', 'end', 'watch', 'begin', 'end'])
})

test('a failed step rejects for its own caller, and the next step runs', async () => {
  const { spareTime } = watched(() => 0)
  const failed = spareTime.use(() => Promise.reject(new Error('no disk')))
  const next = spareTime.use(async () => 'done')
  await expect(failed).rejects.toThrow('no disk')
  expect(await next).toBe('done')
})

test('a step runs when the event loop is idle', async () => {
  const spareTime = new SpareTime()
  expect(await spareTime.use(async () => 'done')).toBe('done')
})
