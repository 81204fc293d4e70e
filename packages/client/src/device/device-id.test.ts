import { expect, test } from 'vitest'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { DEVICE_ID_KEY, readDeviceId } from './device-id.ts'

test('a device id is 32 hexadecimal digits, created once and stored', () => {
  const runtime = createMemoryRuntime()
  const id = readDeviceId(runtime)
  expect(id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(readDeviceId(runtime)).toBe(id)
})

test('a stored device id of 16 to 48 characters is used, any other is replaced', () => {
  const runtime = createMemoryRuntime()
  runtime.storage.set(DEVICE_ID_KEY, 'x'.repeat(16))
  expect(readDeviceId(runtime)).toBe('x'.repeat(16))
  for (const bad of ['x'.repeat(15), 'x'.repeat(49), 'not\nfit for a header']) {
    runtime.storage.set(DEVICE_ID_KEY, bad)
    expect(readDeviceId(runtime)).toHaveLength(32)
  }
})
