import { platformCodes } from '@awan/protocol'
import { afterEach, expect, test, vi } from 'vitest'
import { createAwanClient } from '../client.ts'
import { openLocalServer } from '../testing/local-server.ts'
import { createBrowserRuntime } from './browser.ts'
import { createMemoryStorage } from './memory-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/147.0.0.0 Safari/537.36'
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/147.0.0.0 Mobile Safari/537.36'

test.each([
  ['the desktop client', '0', COMPUTER, { platformVersion: String(platformCodes.PC) }],
  ['the web', '1', COMPUTER, {}],
  ['the mobile web', '3', PHONE, {}],
  ['the Mac client', '4', COMPUTER, { platformVersion: String(platformCodes.MAC) }],
])('[PRD-3] [ENT-19] %s sends the platform code %s', async (_platform, code, userAgent, info) => {
  await using server = await openLocalServer(() => ({ is_user: false }))
  vi.stubGlobal('navigator', { userAgent, platform: '' })
  const client = createAwanClient({
    clientId: 'awan-test',
    origins: [server.origin],
    runtime: createBrowserRuntime({ storage: createMemoryStorage() }),
    info,
  })
  await client.authorization.detect({ client_id: 'app' })
  client.dispose()
  expect(server.received[0]?.headers['x-platform-version']).toBe(code)
})
