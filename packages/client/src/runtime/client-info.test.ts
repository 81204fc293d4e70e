import { expect, test } from 'vitest'
import { type ClientInfo, toInfoHeaders } from './client-info.ts'

test('[ENT-20] each part of the client info has its header', () => {
  const info: Required<ClientInfo> = {
    clientVersion: '1.2.3',
    deviceName: 'PC-Chrome',
    deviceModel: 'chrome/147.0.0.0',
    networkType: '4g',
    osVersion: 'MacIntel',
    platformVersion: '1',
    providerName: 'NONE',
    deviceId: 'd'.repeat(32),
    deviceSign: `wdi10.${'s'.repeat(64)}`,
    channelId: 'store',
    peerId: 'peer',
  }
  expect(toInfoHeaders(info)).toEqual({
    'x-client-version': '1.2.3',
    'x-device-name': 'PC-Chrome',
    'x-device-model': 'chrome%2F147.0.0.0',
    'x-net-work-type': '4g',
    'x-os-version': 'MacIntel',
    'x-platform-version': '1',
    'x-provider-name': 'NONE',
    'x-device-id': 'd'.repeat(32),
    'x-device-sign': `wdi10.${'s'.repeat(64)}`,
    'x-channel-id': 'store',
    'x-peer-id': 'peer',
  })
})

test('[ENT-20] client info that is absent, empty or not text is not sent', () => {
  expect(toInfoHeaders({})).toEqual({})
  const nonsense = {
    deviceName: '',
    osVersion: undefined,
    peerId: 7,
    channelId: ['x'],
    unheardOf: 'x',
  }
  expect(toInfoHeaders(nonsense as unknown as ClientInfo)).toEqual({})
  for (const info of [null, undefined, 'text', 7, JSON.parse('{"__proto__":{"peerId":"x"}}')]) {
    expect(toInfoHeaders(info as ClientInfo)).toEqual({})
  }
})

test.each([
  ['Ana\r\nx-admin: 1', 'Ana%0D%0Ax-admin%3A%201'],
  ['Ana\u0000\u007f', 'Ana%00%7F'],
  ['Ana’s 云 🗝', 'Ana%E2%80%99s%20%E4%BA%91%20%F0%9F%97%9D'],
  ['half \ud83d', 'half%20%EF%BF%BD'],
  ['100%', '100%25'],
])(
  '[ENT-20] the device name %j is encoded for a header and can be decoded',
  (deviceName, header) => {
    const sent = toInfoHeaders({ deviceName })
    expect(sent).toEqual({ 'x-device-name': header })
    expect(new Headers(sent).get('x-device-name')).toBe(header)
    expect(decodeURIComponent(header)).toBe(deviceName.toWellFormed())
  },
)

test('[ENT-20] a long device name is cut to 256 characters', () => {
  const sent = toInfoHeaders({ deviceName: 'x'.repeat(1_000_000) })
  expect(sent['x-device-name']).toHaveLength(256)
})
