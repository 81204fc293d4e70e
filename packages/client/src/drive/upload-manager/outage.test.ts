import { ServiceError } from '@awan/protocol/errors'
import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../../runtime/memory.ts'
import { createOutage, isOutage, isQuota, type OutageState } from './outage.ts'

function setUp(chance = 255) {
  const runtime = { ...createMemoryRuntime(), randomBytes: () => new Uint8Array([chance]) }
  const network = { isOnline: true, change: () => {} }
  const seen: (OutageState['kind'] | undefined)[] = []
  const outage = createOutage({
    runtime,
    connection: {
      isOnline: () => network.isOnline,
      subscribe(changed) {
        network.change = changed
        return () => {}
      },
    },
    onChange: (state) => seen.push(state?.kind),
  })
  return { runtime, network, outage, seen }
}

const unreachable = new ServiceError('unreachable')

test('pauses grow from one second to thirty, and start again at one after a success', () => {
  const { runtime, outage } = setUp()
  const pauses = [1, 2, 4, 8, 16, 30, 30, 1]
  for (const [index, seconds] of pauses.entries()) {
    if (index === pauses.length - 1) outage.succeeded()
    outage.failed(unreachable)
    runtime.advance(seconds * 1000 - 1)
    expect(outage.state()?.kind).toBe('back-off')
    runtime.advance(1)
    expect(outage.state()).toBeUndefined()
  }
})

test('a pause is shortened at random by up to half, and Retry-After replaces it', () => {
  const { runtime, outage } = setUp(0)
  outage.failed(unreachable)
  runtime.advance(500)
  expect(outage.state()).toBeUndefined()
  const busy = new ServiceError('unavailable')
  busy.retryAfterMs = 7000
  outage.failed(busy)
  expect(outage.state()).toMatchObject({ kind: 'back-off', untilMs: runtime.now() + 7000 })
})

test('simultaneous failures count as one outage, and only the first may be the fault of its request', () => {
  const { outage, seen } = setUp()
  expect(outage.failed(unreachable)).toBe(true)
  expect(outage.failed(unreachable)).toBe(false)
  expect(seen).toEqual(['back-off'])
  expect(outage.isTrying()).toBe(true)
})

test('going offline stops the timer, and coming online ends the outage', () => {
  const { runtime, network, outage, seen } = setUp()
  outage.failed(unreachable)
  network.isOnline = false
  network.change()
  expect(outage.state()).toEqual({ kind: 'offline' })
  expect(runtime.timers()).toBe(0)
  network.isOnline = true
  network.change()
  expect(outage.state()).toBeUndefined()
  expect(seen).toEqual(['back-off', 'offline', undefined])
})

test('a busy server counts as an outage, a full drive does not', () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'QUOTA_EXCEEDED' },
  ]
  const full = new ServiceError('resource_exhausted', { details })
  const busy = new ServiceError('resource_exhausted')
  expect([isOutage(full), isQuota(full)]).toEqual([false, true])
  expect([isOutage(busy), isQuota(busy)]).toEqual([true, false])
  expect(isOutage(new ServiceError('not_found'))).toBe(false)
})
