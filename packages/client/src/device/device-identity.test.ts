import { expect, test } from 'vitest'
import { createAwanClient } from '../client.ts'
import { createMemoryRuntime } from '../runtime/memory.ts'
import { openLocalServer } from '../testing/local-server.ts'
import { DEVICE_ID_KEY } from './device-id.ts'
import { keepIdentity } from './keep-identity.ts'

const HEX_ID = 'd'.repeat(32)
const NOW_MS = Date.UTC(2026, 0, 1)

test.each([
  ['a sign that names this device', HEX_ID, `wdi10.${HEX_ID}${'0'.repeat(32)}`, true],
  ['a sign that names another device', HEX_ID, `wdi10.${'e'.repeat(64)}`, false],
  ['a sign of another form', HEX_ID, `div101.${'e'.repeat(64)}`, true],
  ['the sign of an id with dashes', 'a-device-id-in-another-form', `wdi10.${'e'.repeat(64)}`, true],
])('[ENT-20] [DEV-1] whether %s is sent with a call', async (_what, deviceId, sign, isSent) => {
  await using server = await openLocalServer(() => ({}))
  const runtime = createMemoryRuntime({
    startMs: NOW_MS,
    fetch: (url, init) => fetch(url, init),
  })
  runtime.storage.set(DEVICE_ID_KEY, deviceId)
  const client = createAwanClient({ clientId: 'awan-test', origins: [server.origin], runtime })
  const sent = async () => {
    await client.request('GET', '/v1/anything')
    return server.received.at(-1)?.headers['x-device-sign']
  }
  expect(await sent()).toBeUndefined()
  keepIdentity(runtime, { sign, createdAtMs: NOW_MS })
  expect(await sent()).toBe(isSent ? sign : undefined)
})
