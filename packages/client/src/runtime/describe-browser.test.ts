import { afterEach, expect, test, vi } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36'

test('[ENT-20] [PRD-3] a browser on a computer has the platform web', () => {
  vi.stubGlobal('navigator', { userAgent: CHROME, platform: 'MacIntel' })
  expect(describeBrowser()).toEqual({
    deviceName: 'PC-Chrome',
    deviceModel: 'chrome/147.0.0.0',
    networkType: 'NONE',
    osVersion: 'MacIntel',
    platformVersion: '1',
    providerName: 'NONE',
  })
})

test('[ENT-19] [ENT-20] [PRD-3] a browser on a phone has the platform mobile web', () => {
  const connection = { effectiveType: '4g' }
  vi.stubGlobal('navigator', { userAgent: PHONE, platform: 'Linux armv81', connection })
  expect(describeBrowser()).toMatchObject({
    deviceName: 'Mobile-Chrome',
    networkType: '4g',
    platformVersion: '3',
  })
})

test('[DEV-6] [CON-18] a very long user agent is cut before it is read', () => {
  vi.stubGlobal('navigator', { userAgent: `${'x'.repeat(1_000_000)} Chrome/1.0`, platform: '' })
  expect(describeBrowser()).toMatchObject({ deviceName: 'PC-Browser', deviceModel: '' })
})

test('[CON-21] an environment without a user agent has the platform web', () => {
  for (const navigator of [undefined, {}, { userAgent: undefined, connection: null }]) {
    vi.stubGlobal('navigator', navigator)
    expect(describeBrowser()).toMatchObject({ deviceName: 'PC-Browser', platformVersion: '1' })
  }
})
